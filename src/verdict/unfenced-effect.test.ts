import { describe, expect, it } from 'vitest';
import type { Notes } from '../model/notes.ts';
import { accept, fault, found, note, sent } from './testing.ts';

const effect = (t: number, by = 'A', op = `${by}1.1`) => note(t, 'outside', 'effect', { by, claim: `${by}#1`, op });
const taken = (t: number, by = 'A', op = `${by}1.1`) => accept(t, by, 1, 0, op);
const stop = (t: number, who: string, reason: Notes['stop']['reason']) => note(t, who, 'stop', { reason });
const refuse = (t: number, by = 'A', op = `${by}1.1`) =>
  note(t, 'storage', 'refuse', { by, claim: `${by}#1`, op, base: 0, token: 1, reason: 'stale-token', maxSeen: 2 });

describe('unfenced-effect', () => {
  it('is none of a refused write without an effect', () => {
    expect(found('unfenced-effect', [refuse(1), stop(2, 'A', 'refused')])).toEqual([]);
  });

  it('is told once, though the refused client also stops', () => {
    expect(found('unfenced-effect', [effect(1), refuse(2), stop(3, 'A', 'refused')])).toEqual([[2, 'A']]);
  });

  it('is none where another’s write is refused, or another client stops', () => {
    expect(found('unfenced-effect', [effect(1), refuse(2, 'B'), stop(3, 'B', 'refused'), taken(4)])).toEqual([]);
  });

  it('stop after an effect: its write was never sent, or it has been taken', () => {
    for (const reason of ['lost', 'refused', 'not-held'] as const) {
      expect(found('unfenced-effect', [effect(1), stop(2, 'A', reason), effect(3, 'B'), taken(4, 'B')])).toEqual([
        [2, 'A'],
      ]);
      expect(found('unfenced-effect', [effect(1), taken(2), stop(3, 'A', reason)])).toEqual([]);
    }
  });

  it('is a second time, and a third; of another operation it is the first', () => {
    expect(found('unfenced-effect', [taken(0), effect(1), effect(2), effect(3)])).toEqual([
      [2, 'A'],
      [3, 'A'],
    ]);
    expect(found('unfenced-effect', [effect(1), taken(2), effect(3)])).toEqual([[3, 'A']]);
    expect(found('unfenced-effect', [taken(0), effect(1), taken(2, 'A', 'A1.2'), effect(3, 'A', 'A1.2')])).toEqual([]);
  });

  it('is none of a write whose copy is refused after it was taken', () => {
    expect(found('unfenced-effect', [effect(1), taken(2), refuse(3)])).toEqual([]);
    expect(found('unfenced-effect', [taken(1), refuse(2), effect(3)])).toEqual([]);
  });

  it('is told for each client that did it', () => {
    const made = [effect(1), effect(2, 'B'), refuse(3), stop(4, 'B', 'lost')];
    expect(found('unfenced-effect', made)).toEqual([
      [3, 'A'],
      [4, 'B'],
    ]);
  });

  it('is an effect whose client died before it wrote', () => {
    const later = note(9, 'B', 'done', { rounds: 1 });
    expect(found('unfenced-effect', [effect(1), fault(2, 'A', 'crash'), later])).toEqual([[9, 'A']]);
    expect(found('unfenced-effect', [effect(1), fault(2, 'B', 'crash'), later])).toEqual([]);
    expect(found('unfenced-effect', [effect(1), taken(2), fault(3, 'A', 'crash'), later])).toEqual([]);
  });

  it('is none where the write was on its way when its client died, or stopped waiting for the answer', () => {
    expect(found('unfenced-effect', [effect(1), fault(2, 'A', 'crash'), taken(3)])).toEqual([]);
    expect(found('unfenced-effect', [effect(1), stop(2, 'A', 'timeout'), taken(3)])).toEqual([]);
  });

  it('is told at the end where such a write never came, and at once where it was refused', () => {
    const later = note(9, 'B', 'done', { rounds: 1 });
    expect(found('unfenced-effect', [effect(1), stop(2, 'A', 'timeout'), later])).toEqual([[9, 'A']]);
    expect(found('unfenced-effect', [effect(1), stop(2, 'A', 'timeout'), refuse(3), later])).toEqual([[3, 'A']]);
    expect(found('unfenced-effect', [effect(1), fault(2, 'A', 'crash'), refuse(3), later])).toEqual([[3, 'A']]);
  });

  it('is not told of a client that is still at it', () => {
    expect(found('unfenced-effect', [effect(1)], { reason: 'time', t: 100 })).toEqual([]);
  });

  it('is told once for each time that it happened', () => {
    expect(found('unfenced-effect', [refuse(1), effect(2), stop(3, 'A', 'refused')])).toEqual([[2, 'A']]);
    expect(found('unfenced-effect', [effect(1), effect(2), refuse(3)])).toEqual([
      [2, 'A'],
      [3, 'A'],
    ]);
  });

  it('is told at a quiet end where the write was sent, before or after, and never came', () => {
    const write = sent(1, 'A', 'storage', { op: 'A1.1', base: 0 });
    expect(found('unfenced-effect', [effect(0), write])).toEqual([[1, 'A']]);
    expect(found('unfenced-effect', [write, effect(2)])).toEqual([[2, 'A']]);
    expect(found('unfenced-effect', [effect(0), write, taken(2)])).toEqual([]);
    // it may still be on its way where the run was cut short
    expect(found('unfenced-effect', [effect(0), write], { reason: 'time' })).toEqual([]);
  });

  it('is told at any end where its client took the write for done', () => {
    const done = note(3, 'A', 'done', { rounds: 1 });
    const write = sent(1, 'A', 'storage', { op: 'A1.1', base: 0 });
    expect(found('unfenced-effect', [write, effect(2), done], { reason: 'time' })).toEqual([[3, 'A']]);
    expect(found('unfenced-effect', [write, effect(2), done, taken(4)])).toEqual([]);
  });

  it('is none of a program that has effects and no writes', () => {
    expect(found('unfenced-effect', [effect(1), note(2, 'A', 'done', { rounds: 1 })])).toEqual([]);
  });
});
