import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';
import { eventsOf, fault, found, grant, note, onLock } from './testing.ts';

const draw = (t: number, who: string, token: number) => note(t, 'redis', 'token', { claim: `${who}#1`, token });

describe('token-regressed', () => {
  it('is none without tokens, nor with one alone', () => {
    expect(found('token-regressed', [grant(0, 'A'), grant(1, 'B')])).toEqual([]);
    expect(found('token-regressed', [grant(0, 'A', { token: 7 }), grant(1, 'B')])).toEqual([]);
    expect(found('token-regressed', [grant(0, 'A'), grant(1, 'B', { token: 7 })])).toEqual([]);
  });

  it('is none where tokens rise with gaps', () => {
    const made = [grant(0, 'A', { token: 1 }), grant(1, 'B', { token: 5 }), grant(2, 'C', { token: 6 })];
    expect(found('token-regressed', made)).toEqual([]);
  });

  it('says both tokens', () => {
    const events = eventsOf([grant(0, 'A', { token: 33 }), grant(1, 'B', { token: 1 })]);
    const { findings } = judge(events, { reason: 'quiet', t: 1, text: '' });
    expect(findings.find(({ code }) => code === 'token-regressed')?.measures).toEqual({ token: 1, other: 33 });
  });

  it('looks back past the grant just before, and names the earliest that it does not exceed', () => {
    const made = [grant(0, 'A', { token: 9 }), grant(1, 'B'), grant(2, 'C', { token: 9 })];
    expect(found('token-regressed', made)).toEqual([[2, 'C', 'A']]);
  });

  it('is told in every episode: a counter that was forgotten starts again from 1', () => {
    const made = [
      grant(0, 'A', { token: 1 }),
      grant(1, 'B', { token: 2 }),
      fault(2, 'redis', 'crash'),
      note(3, 'redis', 'forget', { claim: null, counter: true }),
      grant(4, 'C', { token: 1 }),
      grant(5, 'D', { token: 2 }),
      grant(6, 'E', { token: 3 }),
    ];
    expect(found('token-regressed', made)).toEqual([
      [4, 'C', 'A'],
      [5, 'D', 'B'],
    ]);
  });

  it('newer client, older number: B was granted later, and the request of A drew after it', () => {
    const made = [grant(0, 'A'), grant(1, 'B'), draw(2, 'B', 31), draw(3, 'A', 32)];
    expect(found('token-regressed', made)).toEqual([[3, 'A', 'B']]);
    expect(found('token-regressed', [grant(0, 'A'), grant(1, 'B'), draw(2, 'A', 31), draw(3, 'B', 32)])).toEqual([]);
  });

  it('is none of a token for a claim that was never granted', () => {
    expect(found('token-regressed', [grant(0, 'A', { token: 5 }), draw(1, 'B', 1)])).toEqual([]);
  });

  it('takes a claim that is granted anew as the later one', () => {
    const made = [grant(0, 'A', { token: 1 }), grant(1, 'B', { token: 2 }), grant(2, 'A', { token: 1 })];
    expect(found('token-regressed', made)).toEqual([[2, 'A', 'B']]);
    expect(found('token-regressed', [grant(0, 'A', { token: 1 }), grant(1, 'A', { token: 1 })])).toEqual([]);
  });

  it('is the same number drawn by the earlier grant after the later one', () => {
    expect(found('token-regressed', [grant(0, 'A'), grant(1, 'B'), draw(2, 'B', 4), draw(3, 'A', 4)])).toEqual([
      [3, 'A', 'B'],
    ]);
  });

  it('is none of two locks, each with a counter of its own', () => {
    const made = [onLock('x', grant(0, 'A', { token: 33 })), onLock('y', grant(1, 'B', { token: 1 }))];
    expect(found('token-regressed', made)).toEqual([]);
    expect(found('token-regressed', [...made, onLock('x', grant(2, 'C', { token: 33 }))])).toEqual([[2, 'C', 'A']]);
  });
});
