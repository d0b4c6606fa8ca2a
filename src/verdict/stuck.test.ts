import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';
import { eventsOf, fault, found, grant, note } from './testing.ts';

const begin = (t: number, who = 'A', round = 1) => note(t, who, 'begin', { round });
const wait = (t: number, who = 'A', attempt = 1) => note(t, who, 'wait', { attempt });
const done = (t: number, who = 'A') => note(t, who, 'done', { rounds: 1 });
const time = (t: number) => ({ reason: 'time', t }) as const;

describe('stuck', () => {
  it('is none of a client that has never begun', () => {
    expect(found('stuck', [wait(1)])).toEqual([]);
  });

  it('is, at a quiet end, every client that has not ended', () => {
    expect(found('stuck', [begin(0, 'A'), begin(0, 'B'), begin(0, 'C'), done(5, 'B')])).toEqual([
      [5, 'A'],
      [5, 'C'],
    ]);
  });

  it('is, at a quiet end, a waiter however short it has waited', () => {
    expect(found('stuck', [begin(0), grant(0, 'B'), wait(10)], { t: 11 })).toEqual([[10, 'A']]);
    expect(found('stuck', [begin(0), grant(0, 'B'), wait(10)], time(11))).toEqual([]);
  });

  it('is none, at a bound, of a client that works or waits for an answer', () => {
    expect(found('stuck', [begin(0)], time(1_000_000))).toEqual([]);
    const holds = [begin(0), wait(1), note(2, 'A', 'believe', { claim: 'A#1', token: null })];
    expect(found('stuck', holds, time(1_000_000))).toEqual([]);
    expect(found('stuck', holds, { t: 1_000_000 })).toEqual([[2, 'A']]);
  });

  it('says for how long it has been refused; where it never was, it says nothing', () => {
    const measured = (made: Parameters<typeof eventsOf>[0]) =>
      judge(eventsOf(made), { reason: 'quiet', t: 900, text: '' }).findings.map(({ measures }) => measures);
    expect(measured([begin(0), wait(100), wait(400, 'A', 2)])).toEqual([{ waited: 800 }]);
    expect(measured([begin(0)])).toEqual([undefined]);
  });

  it('at a bound, needs half the run: 5000 of 10,000', () => {
    expect(found('stuck', [begin(0), grant(0, 'B'), wait(5000)], time(10_000))).toEqual([[5000, 'A']]);
    expect(found('stuck', [begin(0), grant(0, 'B'), wait(5001)], time(10_000))).toEqual([]);
  });

  it('at a bound, needs three of the longest leases: 3 × 2000 of 8000', () => {
    const leases = [begin(0), grant(0, 'B', { ttl: 2000 }), grant(1, 'C', { ttl: 500 })];
    expect(found('stuck', [...leases, wait(2000)], time(8000))).toEqual([[2000, 'A']]);
    expect(found('stuck', [...leases, wait(2001)], time(8000))).toEqual([]);
  });

  it('a lock without an end (killed between lock and unlock) asks for half the run only', () => {
    const made = [begin(0), grant(0, 'B', { ttl: null }), fault(1, 'B', 'crash'), wait(10)];
    expect(found('stuck', made, time(100))).toEqual([[10, 'A']]);
  });

  it('counts from the last time that it held the lock, and anew for every round', () => {
    const held = note(6000, 'A', 'believe', { claim: 'A#1', token: null });
    expect(found('stuck', [begin(0), wait(10), held, wait(7000)], time(10_000))).toEqual([]);
    expect(found('stuck', [begin(0), wait(10), begin(6000, 'A', 2), wait(7000)], time(10_000))).toEqual([]);
    expect(found('stuck', [begin(0), wait(10), begin(1000, 'A', 2), wait(2000)], time(10_000))).toEqual([[2000, 'A']]);
  });

  it('is none of a client that died, until it has begun again', () => {
    const dead = [begin(0), wait(10), fault(20, 'A', 'crash'), fault(30, 'A', 'restart')];
    expect(found('stuck', dead)).toEqual([]);
    expect(found('stuck', [...dead, begin(30)])).toEqual([[30, 'A']]);
    expect(found('stuck', [...dead, begin(30), wait(9000)], time(10_000))).toEqual([]);
  });

  it('is one though another client, or the service, died or ended', () => {
    expect(found('stuck', [begin(0), begin(0, 'B'), fault(1, 'redis', 'crash'), done(2, 'B')])).toEqual([[2, 'A']]);
  });

  it('is none of a client that ended, in whichever way', () => {
    const ends = [done(1), note(1, 'A', 'stop', { reason: 'lost' }), note(1, 'A', 'give-up', { attempts: 3 })];
    for (const end of ends) expect(found('stuck', [begin(0), end])).toEqual([]);
  });

  it('is explained by the grant that it waits behind, and what became of its holder', () => {
    const made = [
      begin(0),
      grant(1, 'B', { ttl: null }),
      note(2, 'redis', 'extend', { claim: 'B#1', by: 'B', ttl: null }),
      fault(3, 'B', 'crash'),
      wait(4),
      wait(5),
    ];
    const events = eventsOf(made);
    const { findings } = judge(events, { reason: 'time', t: 100, text: '' });
    expect(findings.map(({ code, why }) => [code, why])).toEqual([['stuck', [1, 2, 3, 4, 5]]]);
  });

  it('is not explained by a grant that had ended', () => {
    const made = [begin(0), grant(1, 'B'), note(2, 'redis', 'release', { claim: 'B#1', by: 'B' }), wait(4)];
    expect(judge(eventsOf(made), { reason: 'time', t: 9000, text: '' }).findings.map(({ why }) => why)).toEqual([[3]]);
  });
});
