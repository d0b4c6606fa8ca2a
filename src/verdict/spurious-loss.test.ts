import { describe, expect, it } from 'vitest';
import type { Notes } from '../model/notes.ts';
import { judge } from './judge.ts';
import { eventsOf, fault, found, grant, note, onLock } from './testing.ts';

const believe = (t: number, who = 'A', claim = `${who}#1`) => note(t, who, 'believe', { claim, token: null });
const disbelieve = (t: number, reason: Notes['disbelieve']['reason'], claim = 'A#1') =>
  note(t, 'A', 'disbelieve', { claim, reason });
const release = (t: number, by: string, claim = 'A#1') => note(t, 'redis', 'release', { claim, by });
const expire = (t: number) => note(t, 'redis', 'expire', { claim: 'A#1' });
const extend = (t: number, by: string, ttl: number | null) => note(t, 'redis', 'extend', { claim: 'A#1', by, ttl });
const held = [grant(0, 'A'), believe(1)];

describe('spurious-loss', () => {
  it('says how much of the lease was left, where it has an end', () => {
    const measured = (made: Parameters<typeof eventsOf>[0]) =>
      judge(eventsOf(made), { reason: 'quiet', t: 0, text: '' }).findings.map(({ measures }) => measures);
    expect(measured([...held, release(400, 'B')])).toEqual([{ early: 600 }]);
    expect(measured([grant(0, 'A', { ttl: null }), believe(1), release(400, 'B')])).toEqual([undefined]);
  });

  it('is none of a lock that its holder does not know of yet', () => {
    expect(found('spurious-loss', [grant(0, 'A'), release(400, 'B')])).toEqual([]);
    expect(found('spurious-loss', [grant(0, 'A'), expire(400), believe(401)])).toEqual([]);
  });

  it('is up to the last ms of the lease', () => {
    expect(found('spurious-loss', [...held, release(999, 'B')])).toEqual([[999, 'A', 'B']]);
    expect(found('spurious-loss', [...held, release(1000, 'B')])).toEqual([]);
  });

  it('extend moves the lease’s end, later or sooner, whoever asked for it', () => {
    expect(found('spurious-loss', [...held, extend(500, 'A', 1000), expire(1499)])).toEqual([[1499, 'A', 'redis']]);
    expect(found('spurious-loss', [...held, extend(500, 'A', 1000), expire(1500)])).toEqual([]);
    expect(found('spurious-loss', [...held, extend(500, 'B', 100), expire(600)])).toEqual([]);
    expect(found('spurious-loss', [...held, extend(500, 'A', null), expire(9000)])).toEqual([[9000, 'A', 'redis']]);
  });

  it('stops for a failed renewal: only while the lease runs, and for no other reason', () => {
    expect(found('spurious-loss', [...held, disbelieve(999, 'renewal')])).toEqual([[999, 'A']]);
    expect(found('spurious-loss', [...held, disbelieve(1000, 'renewal')])).toEqual([]);
    for (const reason of ['released', 'validity', 'refused'] as const) {
      expect(found('spurious-loss', [...held, disbelieve(500, reason)])).toEqual([]);
    }
  });

  it('is told once: who has stopped has nothing left to lose', () => {
    expect(found('spurious-loss', [...held, disbelieve(500, 'renewal'), expire(900)])).toEqual([[500, 'A']]);
    expect(found('spurious-loss', [...held, release(500, 'B'), disbelieve(600, 'renewal')])).toEqual([[500, 'A', 'B']]);
  });

  it('is none of the end of another claim', () => {
    expect(found('spurious-loss', [...held, release(500, 'B', 'X#1')])).toEqual([]);
    expect(found('spurious-loss', [...held, disbelieve(500, 'renewal', 'A#0')])).toEqual([]);
    expect(found('spurious-loss', [...held, note(500, 'redis', 'forget', { claim: null, counter: true })])).toEqual([]);
  });

  it('a replaced grant: only if it was this one that was taken over', () => {
    expect(found('spurious-loss', [...held, grant(500, 'B', { replaced: 'A#1' })])).toEqual([[500, 'A', 'B']]);
    expect(found('spurious-loss', [...held, grant(500, 'B', { replaced: 'X#1' })])).toEqual([]);
    expect(found('spurious-loss', [...held, grant(1000, 'B', { replaced: 'A#1' })])).toEqual([]);
  });

  it('is none of who is frozen or dead, and one of who is back', () => {
    const frozen = [...held, fault(100, 'A', 'pause')];
    expect(found('spurious-loss', [...frozen, release(500, 'B')])).toEqual([]);
    expect(found('spurious-loss', [...frozen, fault(300, 'A', 'resume'), release(500, 'B')])).toEqual([
      [500, 'A', 'B'],
    ]);
    const dead = [...held, fault(100, 'A', 'crash')];
    expect(found('spurious-loss', [...dead, release(500, 'B')])).toEqual([]);
    expect(found('spurious-loss', [...dead, fault(300, 'A', 'restart'), release(500, 'B')])).toEqual([]);
  });

  it('is one though only its renewal stood still, or somebody else was away', () => {
    const part = fault(100, 'A', 'pause', { part: 'renewal' });
    expect(found('spurious-loss', [...held, part, release(500, 'B')])).toEqual([[500, 'A', 'B']]);
    expect(found('spurious-loss', [...held, fault(100, 'B', 'pause'), release(500, 'B')])).toEqual([[500, 'A', 'B']]);
    expect(found('spurious-loss', [...held, fault(100, 'redis', 'crash'), expire(500)])).toEqual([[500, 'A', 'redis']]);
  });

  it('a frozen process stays frozen when a part of it goes on', () => {
    const made = [...held, fault(100, 'A', 'pause'), fault(200, 'A', 'resume', { part: 'renewal' }), expire(500)];
    expect(found('spurious-loss', made)).toEqual([]);
  });

  it('is told in every episode', () => {
    const again = [grant(2000, 'A', { claim: 'A#2' }), believe(2001, 'A', 'A#2'), release(2100, 'C', 'A#2')];
    expect(found('spurious-loss', [...held, release(500, 'B'), ...again])).toEqual([
      [500, 'A', 'B'],
      [2100, 'A', 'C'],
    ]);
  });

  it('keeps two locks apart', () => {
    const both = [onLock('x', grant(0, 'A')), believe(1), onLock('y', grant(2, 'B'))];
    expect(found('spurious-loss', [...both, note(3, 'redis', 'release', { claim: 'A#1', by: 'C' })])).toEqual([
      [3, 'A', 'C'],
    ]);
  });

  it('is none of a holder that takes its own lock over', () => {
    const made = [grant(0, 'A'), believe(1), grant(2, 'A', { claim: 'A#2', replaced: 'A#1' })];
    expect(found('spurious-loss', made)).toEqual([]);
  });
});
