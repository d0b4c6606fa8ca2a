import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';
import { eventsOf, fault, found, grant, note, onLock } from './testing.ts';

const wait = (t: number, who = 'B') => note(t, who, 'wait', { attempt: 1 });
const release = (t: number, by = 'A') => note(t, 'redis', 'release', { claim: 'A#1', by });
const expire = (t: number, claim = 'A#1') => note(t, 'redis', 'expire', { claim });
const extend = (t: number, claim: string, ttl: number | null) => note(t, 'redis', 'extend', { claim, by: 'A', ttl });

describe('late-takeover', () => {
  it('is none at one and a half leases, and one a ms later', () => {
    expect(found('late-takeover', [grant(0, 'A'), wait(50), release(100), grant(1600, 'B')])).toEqual([]);
    expect(found('late-takeover', [grant(0, 'A'), wait(50), release(100), grant(1601, 'B')])).toEqual([[1601, 'B']]);
  });

  it('measures the time that nobody could hold the lock', () => {
    const gaps = (made: Parameters<typeof eventsOf>[0]) =>
      judge(eventsOf(made), { reason: 'quiet', t: 9000, text: '' })
        .findings.filter(({ code }) => code === 'late-takeover')
        .map(({ measures }) => measures);
    expect(gaps([grant(0, 'A'), wait(50), fault(100, 'A', 'crash'), expire(1000), grant(7290, 'B')])).toEqual([
      { gap: 7190 },
    ]);
    expect(gaps([grant(0, 'A'), release(100), wait(400), grant(7290, 'B')])).toEqual([{ gap: 6890 }]);
  });

  it('is none of the first grant, nor of one to who never waited', () => {
    expect(found('late-takeover', [wait(0), grant(9000, 'B')])).toEqual([]);
    expect(found('late-takeover', [grant(0, 'A'), wait(50), release(100), grant(9000, 'C')])).toEqual([]);
  });

  it('is none while the holder works, however long it has renewed', () => {
    const made = [grant(0, 'A'), wait(50), extend(900, 'A#1', 1000), release(5000), grant(5100, 'B')];
    expect(found('late-takeover', made)).toEqual([]);
  });

  it('begins when the holder is done or stops, though it does not release', () => {
    for (const end of [note(100, 'A', 'done', { rounds: 1 }), note(100, 'A', 'stop', { reason: 'lost' })]) {
      expect(found('late-takeover', [grant(0, 'A'), wait(50), end, expire(1000), grant(1601, 'B')])).toEqual([
        [1601, 'B'],
      ]);
      expect(found('late-takeover', [grant(0, 'A'), wait(50), end, expire(1000), grant(1600, 'B')])).toEqual([]);
    }
  });

  it('begins with an expiry, a forgotten lock, and a release by somebody else', () => {
    const ends = [expire(1000), note(1000, 'redis', 'forget', { claim: 'A#1', counter: false }), release(1000, 'C')];
    for (const end of ends) {
      expect(found('late-takeover', [grant(0, 'A'), wait(50), end, grant(2501, 'B')])).toEqual([[2501, 'B']]);
      expect(found('late-takeover', [grant(0, 'A'), wait(50), end, grant(2500, 'B')])).toEqual([]);
    }
  });

  it('is not begun by another claim’s end, or another client’s', () => {
    const others = [expire(100, 'X#1'), fault(100, 'redis', 'crash'), note(100, 'C', 'done', { rounds: 1 })];
    for (const other of others) {
      expect(found('late-takeover', [grant(0, 'A'), wait(50), other, release(4900), grant(5000, 'B')])).toEqual([]);
    }
  });

  it('goes by the lease as it was last extended, and not by another claim’s', () => {
    const start = [grant(0, 'A'), wait(50)];
    const longer = extend(90, 'A#1', 4000);
    expect(found('late-takeover', [...start, longer, release(100), grant(6100, 'B')])).toEqual([]);
    expect(found('late-takeover', [...start, longer, release(100), grant(6101, 'B')])).toEqual([[6101, 'B']]);
    const foreign = extend(90, 'X#1', 4000);
    expect(found('late-takeover', [...start, foreign, release(100), grant(1601, 'B')])).toEqual([[1601, 'B']]);
  });

  it('is none of a lock without a lease', () => {
    expect(found('late-takeover', [grant(0, 'A', { ttl: null }), wait(50), release(100), grant(90_000, 'B')])).toEqual(
      [],
    );
  });

  it('is none of a waiter that gave up meanwhile, and counts anew when it asks again', () => {
    const quit = note(200, 'B', 'give-up', { attempts: 1 });
    const start = [grant(0, 'A'), wait(50), release(100), quit];
    expect(found('late-takeover', [...start, grant(5000, 'B')])).toEqual([]);
    expect(found('late-takeover', [...start, wait(4000), grant(5000, 'B')])).toEqual([]);
    expect(found('late-takeover', [...start, wait(3000), grant(5000, 'B')])).toEqual([[5000, 'B']]);
  });

  it('is none of a waiter that was dead, had stopped, or was frozen meanwhile', () => {
    const start = [grant(0, 'A'), wait(50), release(100)];
    const dead = [fault(150, 'B', 'crash'), fault(4000, 'B', 'restart'), wait(4100)];
    expect(found('late-takeover', [...start, ...dead, grant(5000, 'B')])).toEqual([]);
    const stopped = [note(150, 'B', 'stop', { reason: 'timeout' }), wait(4100)];
    expect(found('late-takeover', [...start, ...stopped, grant(5000, 'B')])).toEqual([]);
    const frozen = [fault(150, 'B', 'pause'), fault(4000, 'B', 'resume')];
    expect(found('late-takeover', [...start, ...frozen, grant(5000, 'B')])).toEqual([]);
    expect(found('late-takeover', [...start, ...frozen, grant(5501, 'B')])).toEqual([[5501, 'B']]);
  });

  it('is one though only a timer of the waiter stood still, or somebody else was away', () => {
    const start = [grant(0, 'A'), wait(50), release(100)];
    const part = [fault(150, 'B', 'pause', { part: 'renewal' }), fault(4000, 'B', 'resume', { part: 'renewal' })];
    expect(found('late-takeover', [...start, ...part, grant(5000, 'B')])).toEqual([[5000, 'B']]);
    const other = [fault(150, 'C', 'pause'), fault(4000, 'C', 'resume')];
    expect(found('late-takeover', [...start, ...other, grant(5000, 'B')])).toEqual([[5000, 'B']]);
  });

  it('is told in every episode', () => {
    const made = [
      grant(0, 'A'),
      wait(50),
      release(100),
      grant(2000, 'B'),
      wait(2050, 'C'),
      fault(2100, 'B', 'crash'),
      grant(4000, 'C'),
    ];
    expect(found('late-takeover', made)).toEqual([
      [2000, 'B'],
      [4000, 'C'],
    ]);
  });

  it('counts for each waiter from when it first asked', () => {
    const start = [grant(0, 'A'), wait(50), wait(60, 'C'), release(100), wait(1500), wait(1500, 'C')];
    expect(found('late-takeover', [...start, grant(1700, 'B')])).toEqual([[1700, 'B']]);
    expect(found('late-takeover', [...start, grant(1700, 'C')])).toEqual([[1700, 'C']]);
  });

  it('is none of who had the lock, and comes back for it at leisure', () => {
    const made = [grant(0, 'A'), wait(50), release(100), grant(200, 'B')];
    const back = [note(300, 'redis', 'release', { claim: 'B#1', by: 'B' }), grant(5000, 'B', { claim: 'B#2' })];
    expect(found('late-takeover', [...made, ...back])).toEqual([]);
  });

  it('goes by the lock that is waited for', () => {
    const wait = onLock('x', note(50, 'B', 'wait', { attempt: 1 }));
    const release = onLock('x', note(100, 'redis', 'release', { claim: 'A#1', by: 'A' }));
    const made = [onLock('x', grant(0, 'A')), wait, release];
    expect(found('late-takeover', [...made, onLock('y', grant(9000, 'B'))])).toEqual([]);
    expect(found('late-takeover', [...made, onLock('y', grant(90, 'C')), onLock('x', grant(9000, 'B'))])).toEqual([
      [9000, 'B'],
    ]);
  });

  it('does not judge a lock without an end', () => {
    const wait = note(50, 'B', 'wait', { attempt: 1 });
    const release = note(100, 'redis', 'release', { claim: 'A#1', by: 'A' });
    expect(found('late-takeover', [grant(0, 'A', { ttl: null }), wait, release, grant(90_000, 'B')])).toEqual([]);
  });
});
