import { describe, expect, it } from 'vitest';
import { pauseOutlastsLease } from '../testing.ts';
import { hit } from './hit.ts';
import { layout } from './layout.ts';
import type { ArrowMark, BandMark, ChipMark, Layout } from './types.ts';
import { panned, pinched, zoomed } from './window.ts';

const { run, findings } = pauseOutlastsLease();
const lying = layout(run, findings, { width: 858, orientation: 'horizontal', axis: 'fold' });
const standing = layout(run, findings, { width: 358, orientation: 'vertical', axis: 'fold' });
const named = <M>(picture: Layout, id: string) => picture.marks.find((mark) => mark.id === id) as M;

for (const [name, picture] of Object.entries({ lying, standing })) {
  describe(`a pointer on a ${name} picture`, () => {
    const flat = picture.orientation === 'horizontal';
    const at = (along: number, across: number) => (flat ? hit(picture, along, across) : hit(picture, across, along));
    const pause = named<BandMark>(picture, 'pause:0:A');
    const [from, to] = flat ? [pause.x, pause.x + pause.width] : [pause.y, pause.y + pause.height];
    const lane = (host: string) => picture.lanes.find((each) => each.host === host)?.at ?? 0;

    it('takes a pause by its ends, 24 px wide, and by its middle', () => {
      expect(at(to + 2, lane('A'))).toMatchObject({ on: 'pause-end', host: 'A', mark: { id: 'pause:0:A' } });
      expect(at(to - 8, lane('A')).on).toBe('pause-end');
      expect(at(to + 11, lane('A')).on).toBe('pause-end');
      expect(at(from - 9, lane('A')).on).toBe('pause-start');
      expect(at((from + to) / 2, lane('A')).on).toBe('pause');
    });

    it('takes an arrow by its head, or anywhere along it', () => {
      const arrow = named<ArrowMark>(picture, 'A→storage·2');
      expect(hit(picture, arrow.x2, arrow.y2)).toMatchObject({ on: 'head', mark: { id: 'A→storage·2' } });
      const [x, y] = [arrow.x1 + (arrow.x2 - arrow.x1) * 0.3, arrow.y1 + (arrow.y2 - arrow.y1) * 0.3];
      const aside = flat ? hit(picture, x - 5, y) : hit(picture, x, y - 5);
      expect(aside).toMatchObject({ on: 'mark', mark: { id: 'A→storage·2' } });
    });

    it('takes a chip', () => {
      const chip = named<ChipMark>(picture, 'version:0');
      expect(hit(picture, chip.x + 2, chip.y + chip.height / 2)).toMatchObject({
        on: 'mark',
        mark: { id: 'version:0' },
      });
    });

    it('takes a lane by its line, by what is on it, and by its name', () => {
      expect(at(picture.scale.to(5000), lane('B'))).toMatchObject({ on: 'lane', host: 'B', mark: { id: 'lane:B' } });
      expect(at(picture.scale.to(13_200), lane('B'))).toMatchObject({
        on: 'lane',
        host: 'B',
        mark: { id: 'belief:B#1' },
      });
      expect(at(flat ? 30 : 12, lane('B'))).toMatchObject({ on: 'lane', host: 'B' });
    });

    it('takes the playhead by its head', () => {
      const a = picture.scale.to(6000);
      const c = picture.playhead.from + 4;
      expect((flat ? hit(picture, a + 6, c, a) : hit(picture, c, a + 6, a)).on).toBe('playhead');
    });

    it('means the ground where there is nothing', () => {
      expect(at(picture.scale.to(6000), (lane('B') + lane('storage')) / 2).on).toBe('ground');
    });
  });
}

describe('a zoom', () => {
  const { scale } = lying;

  it('keeps what is under the cursor where it is', () => {
    const t = scale.invert(500);
    const window = zoomed(scale, 500, 0.5);
    expect(window).not.toBeNull();
    if (window) expect(scale.window(window).to(t)).toBeCloseTo(500, 6);
  });

  it('ends at everything', () => {
    expect(zoomed(scale, 500, 2)).toBeNull();
    const near = scale.window({ from: 10_000, to: 12_000 });
    expect(zoomed(near, 500, 100)).toBeNull();
  });

  it('does not get closer than some ms', () => {
    let now = scale;
    for (let i = 0; i < 80; i++) {
      const window = zoomed(now, 500, 0.5);
      if (window) now = scale.window(window);
    }
    expect(now.view.to - now.view.from).toBeGreaterThanOrEqual(3.9);
  });

  it('pans within the ends', () => {
    const near = scale.window({ from: 10_000, to: 12_000 });
    const left = panned(near, 1e6);
    expect(left?.from).toBeCloseTo(0, 6);
    const right = panned(near, -1e6);
    expect(right?.to).toBeCloseTo(scale.domain.to, 6);
  });

  it('follows two fingers', () => {
    const [a1, a2, b1, b2] = [300, 400, 250, 550];
    const [t1, t2] = [scale.invert(a1), scale.invert(a2)];
    const window = pinched(scale, a1, a2, b1, b2);
    if (!window) throw new Error('no window');
    expect(scale.window(window).to(t1)).toBeCloseTo(b1, 4);
    expect(scale.window(window).to(t2)).toBeCloseTo(b2, 4);
  });
});
