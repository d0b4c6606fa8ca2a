import { describe, expect, it } from 'vitest';
import { checks } from './checks.ts';
import { MEANINGS } from './describe.ts';
import { accept, delivered, fault, found, grant, note, sent } from './testing.ts';
import { CODES } from './types.ts';

it('has a check and words for every code, once', () => {
  expect(checks.map(({ code }) => code).toSorted()).toEqual([...CODES].toSorted());
  expect(Object.keys(MEANINGS).toSorted()).toEqual([...CODES].toSorted());
});

describe('lost-update', () => {
  it('is an accepted write that the newest is not built on', () => {
    expect(found('lost-update', [accept(1, 'B', 1, 0), accept(2, 'A', 2, 0)])).toEqual([[2, 'A', 'B']]);
  });
  it('is told once for each write', () => {
    const made = [accept(1, 'B', 1, 0), accept(2, 'B', 2, 1), accept(3, 'A', 3, 0), accept(4, 'C', 4, 3)];
    expect(found('lost-update', made)).toEqual([
      [3, 'A', 'B'],
      [3, 'A', 'B'],
    ]);
  });
  it('is none in a chain, nor when one write is taken twice', () => {
    expect(found('lost-update', [accept(1, 'A', 1, 0), accept(2, 'B', 2, 1), accept(3, 'A', 3, 2)])).toEqual([]);
    expect(found('lost-update', [accept(1, 'A', 1, 0, 'A1.1'), accept(2, 'A', 2, 0, 'A1.1')])).toEqual([]);
  });
});

describe('stale-write', () => {
  it('is a write under a grant that is not the newest', () => {
    expect(found('stale-write', [grant(0, 'A'), grant(2, 'B'), accept(3, 'A', 1, 0)])).toEqual([[3, 'A']]);
  });
  it('is none after the own lease, as long as nobody else was granted the lock', () => {
    const made = [grant(0, 'A'), note(1000, 'redis', 'expire', { claim: 'A#1' }), accept(2000, 'A', 1, 0)];
    expect(found('stale-write', made)).toEqual([]);
  });
  it('does not judge a write without a claim', () => {
    const write = note(3, 'storage', 'accept', { by: 'X', claim: null, op: 'X1.1', version: 1, base: 0, token: null });
    expect(found('stale-write', [grant(0, 'A'), write])).toEqual([]);
  });
});

describe('two-holders', () => {
  const release = (t: number, of: string, by: string) => note(t, 'redis', 'release', { claim: `${of}#1`, by });
  it('is a grant after somebody else’s release of a lease that still ran', () => {
    expect(found('two-holders', [grant(0, 'B'), release(100, 'B', 'A'), grant(200, 'C')])).toEqual([[200, 'C', 'B']]);
  });
  it('is a grant that took a lock over, and one after the service forgot', () => {
    expect(found('two-holders', [grant(0, 'B'), grant(100, 'A', { replaced: 'B#1' })])).toEqual([[100, 'A', 'B']]);
    const forgot = [grant(0, 'A'), note(50, 'redis', 'forget', { claim: 'A#1', counter: true }), grant(100, 'B')];
    expect(found('two-holders', forgot)).toEqual([[100, 'B', 'A']]);
  });
  it('is none after the lease’s end, the holder’s own release, or when the robbed holder has gone', () => {
    expect(
      found('two-holders', [grant(0, 'A'), note(1000, 'redis', 'expire', { claim: 'A#1' }), grant(1001, 'B')]),
    ).toEqual([]);
    expect(found('two-holders', [grant(0, 'A'), release(100, 'A', 'A'), grant(200, 'B')])).toEqual([]);
    expect(
      found('two-holders', [grant(0, 'B'), release(100, 'B', 'A'), fault(150, 'B', 'crash'), grant(200, 'C')]),
    ).toEqual([]);
    const done = note(150, 'B', 'disbelieve', { claim: 'B#1', reason: 'released' });
    expect(found('two-holders', [grant(0, 'B'), release(100, 'B', 'A'), done, grant(200, 'C')])).toEqual([]);
    expect(found('two-holders', [grant(0, 'B'), release(100, 'B', 'A'), grant(1200, 'C')])).toEqual([]);
  });
  it('counts a lease as it was last extended', () => {
    const made = [
      grant(0, 'B'),
      note(900, 'redis', 'extend', { claim: 'B#1', by: 'B', ttl: 1000 }),
      release(1000, 'B', 'A'),
      grant(1500, 'C'),
    ];
    expect(found('two-holders', made)).toEqual([[1500, 'C', 'B']]);
  });
});

describe('two-believers', () => {
  const believe = (t: number, who: string) => note(t, who, 'believe', { claim: `${who}#1`, token: null });
  it('is two at once, for every episode', () => {
    const stop = note(3, 'B', 'disbelieve', { claim: 'B#1', reason: 'released' });
    expect(found('two-believers', [believe(1, 'A'), believe(2, 'B'), stop, believe(4, 'B')])).toEqual([
      [2, 'B', 'A'],
      [4, 'B', 'A'],
    ]);
  });
  it('is none one after the other, nor when the first one died', () => {
    const stop = note(2, 'A', 'disbelieve', { claim: 'A#1', reason: 'validity' });
    expect(found('two-believers', [believe(1, 'A'), stop, believe(3, 'B')])).toEqual([]);
    expect(found('two-believers', [believe(1, 'A'), fault(2, 'A', 'crash'), believe(3, 'B')])).toEqual([]);
  });
});

describe('token-regressed', () => {
  it('is a later grant with the same or a lower token', () => {
    expect(found('token-regressed', [grant(0, 'A', { token: 2 }), grant(1, 'B', { token: 2 })])).toEqual([
      [1, 'B', 'A'],
    ]);
    expect(found('token-regressed', [grant(0, 'A', { token: 2 }), grant(1, 'B', { token: 1 })])).toEqual([
      [1, 'B', 'A'],
    ]);
    expect(found('token-regressed', [grant(0, 'A', { token: 2 }), grant(1, 'B', { token: 3 })])).toEqual([]);
  });
  it('goes by the order of the grants where tokens are drawn apart', () => {
    const draw = (t: number, who: string, token: number) => note(t, 'redis', 'token', { claim: `${who}#1`, token });
    expect(found('token-regressed', [grant(0, 'A'), grant(1, 'B'), draw(2, 'B', 1), draw(3, 'A', 2)])).toEqual([
      [3, 'A', 'B'],
    ]);
    expect(found('token-regressed', [grant(0, 'A'), draw(1, 'A', 1), grant(2, 'B'), draw(3, 'B', 2)])).toEqual([]);
  });
});

describe('holder-refused', () => {
  const refuse = (t: number, by: string) =>
    note(t, 'storage', 'refuse', {
      by,
      claim: `${by}#1`,
      op: `${by}1.1`,
      base: 0,
      token: 1,
      reason: 'stale-token',
      maxSeen: 1,
    });
  it('is a refusal of the newest grant while it stands', () => {
    expect(found('holder-refused', [grant(0, 'A'), refuse(1, 'A')])).toEqual([[1, 'A']]);
  });
  it('is none of an older grant, or of one that has ended', () => {
    expect(found('holder-refused', [grant(0, 'A'), grant(1, 'B'), refuse(2, 'A')])).toEqual([]);
    expect(
      found('holder-refused', [grant(0, 'A'), note(1000, 'redis', 'expire', { claim: 'A#1' }), refuse(1001, 'A')]),
    ).toEqual([]);
  });
});

describe('unfenced-effect', () => {
  const effect = (t: number, op = 'A1.1') => note(t, 'outside', 'effect', { by: 'A', claim: 'A#1', op });
  const refuse = (t: number) =>
    note(t, 'storage', 'refuse', {
      by: 'A',
      claim: 'A#1',
      op: 'A1.1',
      base: 0,
      token: 1,
      reason: 'stale-token',
      maxSeen: 2,
    });
  it('is an effect of a refused write, whichever came first', () => {
    expect(found('unfenced-effect', [effect(1), refuse(2)])).toEqual([[2, 'A']]);
    expect(found('unfenced-effect', [refuse(1), effect(2)])).toEqual([[2, 'A']]);
  });
  it('is an effect whose client gives the round up before it writes', () => {
    expect(found('unfenced-effect', [effect(1), note(2, 'A', 'stop', { reason: 'lost' })])).toEqual([[2, 'A']]);
  });
  it('is an effect that happens twice', () => {
    expect(found('unfenced-effect', [accept(0, 'A', 1, 0, 'A1.1'), effect(1), effect(2)])).toEqual([[2, 'A']]);
  });
  it('is none where the write is taken, before or after', () => {
    expect(found('unfenced-effect', [accept(1, 'A', 1, 0, 'A1.1'), effect(2)])).toEqual([]);
    expect(
      found('unfenced-effect', [effect(1), accept(2, 'A', 1, 0, 'A1.1'), note(3, 'A', 'stop', { reason: 'lost' })]),
    ).toEqual([]);
  });
});

describe('stuck', () => {
  const begin = note(0, 'A', 'begin', { round: 1 });
  it('is a client that has not ended when nothing can happen any more', () => {
    expect(found('stuck', [begin, sent(1, 'A', 'redis', {})])).toEqual([[1, 'A']]);
  });
  it('is none that is done, has stopped, gave up, or died', () => {
    for (const last of [
      note(1, 'A', 'done', {}),
      note(1, 'A', 'stop', {}),
      note(1, 'A', 'give-up', {}),
      fault(1, 'A', 'crash'),
    ]) {
      expect(found('stuck', [begin, last])).toEqual([]);
    }
  });
  it('at a bound, is one that has been refused for half the run and three leases', () => {
    const made = [
      begin,
      grant(0, 'B'),
      note(100, 'A', 'wait', { attempt: 1 }),
      note(9000, 'A', 'wait', { attempt: 9 }),
    ];
    expect(found('stuck', made, { reason: 'time', t: 10_000 })).toEqual([[9000, 'A']]);
    expect(found('stuck', made, { reason: 'time', t: 3000 })).toEqual([]);
    const fresh = [begin, grant(0, 'B'), note(8000, 'A', 'wait', { attempt: 1 })];
    expect(found('stuck', fresh, { reason: 'events', t: 10_000 })).toEqual([]);
  });
});

describe('late-takeover', () => {
  const wait = (t: number) => note(t, 'B', 'wait', { attempt: 1 });
  it('is a grant more than one and a half leases after the holder died', () => {
    expect(found('late-takeover', [grant(0, 'A'), wait(50), fault(100, 'A', 'crash'), grant(1700, 'B')])).toEqual([
      [1700, 'B'],
    ]);
    expect(found('late-takeover', [grant(0, 'A'), wait(50), fault(100, 'A', 'crash'), grant(1500, 'B')])).toEqual([]);
  });
  it('is one long after a release, if somebody was waiting', () => {
    const release = note(100, 'redis', 'release', { claim: 'A#1', by: 'A' });
    expect(found('late-takeover', [grant(0, 'A'), wait(50), release, grant(1700, 'B')])).toEqual([[1700, 'B']]);
    expect(found('late-takeover', [grant(0, 'A'), release, wait(1600), grant(1700, 'B')])).toEqual([]);
    expect(found('late-takeover', [grant(0, 'A'), release, grant(1700, 'B')])).toEqual([]);
  });
});

describe('spurious-loss', () => {
  const believe = note(1, 'A', 'believe', { claim: 'A#1', token: null });
  const expire = (t: number) => note(t, 'redis', 'expire', { claim: 'A#1' });
  it('is a lock that another released, took over, that was forgotten, or that ended too soon', () => {
    expect(
      found('spurious-loss', [grant(0, 'A'), believe, note(2, 'redis', 'release', { claim: 'A#1', by: 'B' })]),
    ).toEqual([[2, 'A', 'B']]);
    expect(found('spurious-loss', [grant(0, 'A'), believe, grant(2, 'B', { replaced: 'A#1' })])).toEqual([
      [2, 'A', 'B'],
    ]);
    expect(
      found('spurious-loss', [grant(0, 'A'), believe, note(2, 'redis', 'forget', { claim: 'A#1', counter: false })]),
    ).toEqual([[2, 'A', 'redis']]);
    expect(found('spurious-loss', [grant(0, 'A'), believe, expire(500)])).toEqual([[500, 'A', 'redis']]);
  });
  it('is a holder that stops for a failed renewal while its grant stands', () => {
    const stop = note(500, 'A', 'disbelieve', { claim: 'A#1', reason: 'renewal' });
    expect(found('spurious-loss', [grant(0, 'A'), believe, stop])).toEqual([[500, 'A']]);
  });
  it('is none at the lease’s end, after the own release, nor of who was frozen', () => {
    expect(found('spurious-loss', [grant(0, 'A'), believe, expire(1000)])).toEqual([]);
    expect(
      found('spurious-loss', [grant(0, 'A'), believe, note(2, 'redis', 'release', { claim: 'A#1', by: 'A' })]),
    ).toEqual([]);
    expect(found('spurious-loss', [grant(0, 'A'), believe, fault(2, 'A', 'pause'), expire(500)])).toEqual([]);
    const done = note(2, 'A', 'disbelieve', { claim: 'A#1', reason: 'released' });
    expect(found('spurious-loss', [grant(0, 'A'), believe, done, expire(500)])).toEqual([]);
  });
});

describe('unknown-outcome', () => {
  const write = sent(0, 'A', 'storage', { op: 'A1.1', base: 0, claim: 'A#1' });
  const unsure = (t: number) => note(t, 'A', 'unknown', { op: 'A1.1', what: 'write' });
  const stop = (t: number) => note(t, 'A', 'stop', { reason: 'timeout' });
  it('is a write that its client gave up on, or took for done, without an answer', () => {
    expect(found('unknown-outcome', [write, unsure(5), stop(6)])).toEqual([[6, 'A']]);
    expect(found('unknown-outcome', [write, unsure(5), note(5, 'A', 'point', { point: 'written', round: 1 })])).toEqual(
      [[5, 'A']],
    );
    expect(found('unknown-outcome', [write, unsure(5), write, unsure(9)])).toEqual([[9, 'A']]);
  });
  it('is none where it was sent again and answered', () => {
    const answer = delivered(8, 'storage', 'A', { op: 'A1.1' });
    expect(found('unknown-outcome', [write, unsure(5), write, answer, stop(9)])).toEqual([]);
  });
  it('is a write in the air when its client dies', () => {
    expect(found('unknown-outcome', [write, fault(5, 'A', 'crash')])).toEqual([[5, 'A']]);
  });
  it('is none once it was answered, nor for an acquire', () => {
    expect(
      found('unknown-outcome', [write, delivered(3, 'storage', 'A', { op: 'A1.1' }), fault(5, 'A', 'crash')]),
    ).toEqual([]);
    expect(found('unknown-outcome', [note(5, 'A', 'unknown', { op: 'A#1', what: 'acquire' })])).toEqual([]);
  });
});
