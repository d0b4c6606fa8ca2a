import { describe, expect, it } from 'vitest';
import { lostUpdate } from './lost-update.ts';
import { accept, eventsOf, fault, found, grant } from './testing.ts';
import type { Hit } from './types.ts';

describe('lost-update', () => {
  it('is none for the first write, nor for one that was built on the newest', () => {
    expect(found('lost-update', [accept(1, 'A', 1, 0)])).toEqual([]);
    expect(found('lost-update', [accept(1, 'A', 1, 0), accept(2, 'B', 2, 1)])).toEqual([]);
  });

  it('is an earlier write of its own too, when the second was not built on it', () => {
    expect(found('lost-update', [accept(1, 'A', 1, 0), accept(2, 'A', 2, 0)])).toEqual([[2, 'A', 'A']]);
  });

  it('needs no grant: it looks at the versions alone', () => {
    const made = [grant(0, 'A'), accept(1, 'A', 1, 0), grant(2, 'B'), accept(3, 'B', 2, 0)];
    expect(found('lost-update', made)).toEqual([[3, 'B', 'A']]);
  });

  it('is told in every episode, and names who overwrote whom', () => {
    const made = [
      accept(1, 'A', 1, 0),
      accept(2, 'B', 2, 0),
      accept(3, 'C', 3, 2),
      accept(4, 'A', 4, 2),
      accept(5, 'B', 5, 4),
    ];
    expect(found('lost-update', made)).toEqual([
      [2, 'B', 'A'],
      [4, 'A', 'C'],
    ]);
  });

  it('is none of a write that went through an older version to the newest', () => {
    const made = [accept(1, 'A', 1, 0), accept(2, 'B', 2, 1), accept(3, 'C', 3, 2), accept(4, 'C', 4, 3)];
    expect(found('lost-update', made)).toEqual([]);
  });

  it('is everything since, when one goes back to the beginning', () => {
    const made = [accept(1, 'A', 1, 0), accept(2, 'B', 2, 1), accept(3, 'C', 3, 0)];
    expect(found('lost-update', made)).toEqual([
      [3, 'C', 'A'],
      [3, 'C', 'B'],
    ]);
  });

  it('is one of what came between a write and its repetition, and the repetition itself is none', () => {
    const made = [accept(1, 'A', 1, 0, 'A1.1'), accept(2, 'B', 2, 1), accept(3, 'A', 3, 0, 'A1.1')];
    expect(found('lost-update', made)).toEqual([[3, 'A', 'B']]);
  });

  it('is none of a repeated write’s first copy, when the next is built on the second', () => {
    const twice = [accept(1, 'A', 1, 0, 'A1.1'), accept(2, 'A', 2, 0, 'A1.1')];
    expect(found('lost-update', [...twice, accept(3, 'B', 3, 2)])).toEqual([]);
    expect(found('lost-update', [...twice, accept(3, 'B', 3, 2), accept(4, 'A', 4, 3)])).toEqual([]);
    expect(found('lost-update', [...twice, accept(3, 'B', 3, 0)])).toEqual([
      [3, 'B', 'A'],
      [3, 'B', 'A'],
    ]);
  });

  it('turns on both claims and both operations', () => {
    const hits: Hit[] = [];
    eventsOf([accept(1, 'B', 1, 0, 'B1.1'), accept(2, 'A', 2, 0, 'A1.1')]).reduce(
      (state, event) => lostUpdate.fold(state, event, hits),
      lostUpdate.initial,
    );
    expect(hits).toEqual([{ at: 1, processes: ['A', 'B'], claims: ['A#1', 'B#1'], ops: ['A1.1', 'B1.1'] }]);
  });

  it('keeps its state where nothing was written', () => {
    const [crash] = eventsOf([fault(1, 'A', 'crash')]);
    if (!crash) throw new Error('no event');
    expect(lostUpdate.fold(lostUpdate.initial, crash, [])).toBe(lostUpdate.initial);
  });

  it('follows what a write was built on, whatever its number', () => {
    const made = [accept(1, 'A', 7, 0), accept(2, 'B', 3, 7), accept(3, 'C', 5, 3), accept(4, 'A', 9, 7)];
    expect(found('lost-update', made)).toEqual([
      [4, 'A', 'B'],
      [4, 'A', 'C'],
    ]);
  });
});
