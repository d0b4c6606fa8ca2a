import { describe, expect, it } from 'vitest';
import type { Notes } from '../model/notes.ts';
import { judge } from './judge.ts';
import { eventsOf, fault, found, grant, note, onLock } from './testing.ts';

const believe = (t: number, who: string, more: Partial<Notes['believe']> = {}) =>
  note(t, who, 'believe', { claim: `${who}#1`, token: null, ...more });
const disbelieve = (t: number, who: string) => note(t, who, 'disbelieve', { claim: `${who}#1`, reason: 'released' });

describe('two-believers', () => {
  it('is a warning: a timeline with nothing else is safe', () => {
    const { findings, safe, about } = judge(eventsOf([believe(1, 'A'), believe(2, 'B')]), {
      reason: 'quiet',
      t: 2,
      text: '',
    });
    expect(findings.map(({ code, at, processes }) => ({ code, at, processes }))).toEqual([
      { code: 'two-believers', at: 1, processes: ['B', 'A'] },
    ]);
    expect([safe, about]).toEqual([true, 'B']);
  });

  it('does not ask what was granted', () => {
    expect(found('two-believers', [grant(0, 'A'), grant(1, 'B'), believe(2, 'B')])).toEqual([]);
    expect(found('two-believers', [grant(0, 'A'), believe(1, 'A'), believe(2, 'B')])).toEqual([[2, 'B', 'A']]);
  });

  it('is none of one client that believes again, with a newer claim', () => {
    expect(found('two-believers', [believe(1, 'A'), believe(2, 'A', { claim: 'A#2' })])).toEqual([]);
  });

  it('is none of two that hold different locks', () => {
    expect(found('two-believers', [believe(1, 'A', { lock: 'k' }), believe(2, 'B')])).toEqual([]);
    expect(found('two-believers', [believe(1, 'A', { lock: 'k' }), believe(2, 'B'), believe(3, 'C')])).toEqual([
      [3, 'C', 'B'],
    ]);
  });

  it('goes on through a pause and somebody else’s crash, and ends with the own one', () => {
    expect(found('two-believers', [believe(1, 'A'), fault(2, 'A', 'pause'), believe(3, 'B')])).toEqual([[3, 'B', 'A']]);
    expect(found('two-believers', [believe(1, 'A'), fault(2, 'redis', 'crash'), believe(3, 'B')])).toEqual([
      [3, 'B', 'A'],
    ]);
    const back = [believe(1, 'A'), fault(2, 'A', 'crash'), fault(3, 'A', 'restart'), believe(4, 'B')];
    expect(found('two-believers', back)).toEqual([]);
    expect(found('two-believers', [...back, believe(5, 'A', { claim: 'A#2' })])).toEqual([[5, 'A', 'B']]);
  });

  it('is none when the first ends at the very ms at which the second begins, in that order', () => {
    expect(found('two-believers', [believe(1, 'A'), disbelieve(5, 'A'), believe(5, 'B')])).toEqual([]);
    expect(found('two-believers', [believe(1, 'A'), believe(5, 'B'), disbelieve(5, 'A')])).toEqual([[5, 'B', 'A']]);
  });

  it('is none of two locks; who gives up the one believes in the other', () => {
    const apart = [onLock('x', believe(1, 'A')), onLock('y', believe(2, 'B'))];
    expect(found('two-believers', apart)).toEqual([]);
    const done = onLock('x', note(4, 'A', 'disbelieve', { claim: 'A#1', reason: 'released' }));
    const made = [onLock('y', believe(1, 'A')), onLock('x', believe(2, 'A')), done, onLock('y', believe(5, 'B'))];
    expect(found('two-believers', made)).toEqual([[5, 'B', 'A']]);
  });
});
