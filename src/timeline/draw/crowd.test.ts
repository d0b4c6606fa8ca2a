import { describe, expect, it } from 'vitest';
import type { ArrowMark } from '../layout/types.ts';
import { crowd } from './crowd.ts';

const arrow = (n: number, more: Partial<ArrowMark> = {}): ArrowMark => ({
  kind: 'arrow',
  id: `A→redis·${n}`,
  tone: n % 2 ? 'c0' : 'c1',
  title: '',
  events: [n],
  strong: false,
  host: 'A',
  handle: null,
  selectable: true,
  x1: n,
  y1: 0,
  x2: n + 5,
  y2: 50,
  tip: 'head',
  dashed: false,
  ...more,
});

describe('crowd', () => {
  it('leaves a few arrows alone', () => {
    const marks = Array.from({ length: 200 }, (_, n) => arrow(n));
    expect(crowd(marks)).toEqual({ single: marks, bands: new Map(), arrows: new Map() });
  });

  it('makes one path for each tone of many, but for those that matter', () => {
    const strong = arrow(1000, { strong: true, tone: 'bad' });
    const late = arrow(1001, { dashed: true });
    const { single, arrows } = crowd([...Array.from({ length: 300 }, (_, n) => arrow(n)), strong, late]);
    expect(single).toEqual([strong, late]);
    expect([...arrows.keys()].sort()).toEqual(['arrow c0', 'arrow c1']);
    expect(arrows.get('arrow c0')?.match(/M/g)?.length).toBe(300);
  });
});
