import { describe, expect, it } from 'vitest';
import type { Notes } from '../model/notes.ts';
import { fault, found, grant, note, onLock } from './testing.ts';

const release = (t: number, of: string, by: string) => note(t, 'redis', 'release', { claim: `${of}#1`, by });
const forget = (t: number, of: string) => note(t, 'redis', 'forget', { claim: `${of}#1`, counter: true });
const extend = (t: number, of: string, ttl: number | null) =>
  note(t, 'redis', 'extend', { claim: `${of}#1`, by: of, ttl });
const disbelieve = (t: number, who: string, reason: Notes['disbelieve']['reason']) =>
  note(t, who, 'disbelieve', { claim: `${who}#1`, reason });

describe('two-holders', () => {
  it('is a second grant though nothing ended the first, its lease run out or not', () => {
    expect(found('two-holders', [grant(0, 'A'), grant(500, 'B')])).toEqual([[500, 'B', 'A']]);
    expect(found('two-holders', [grant(0, 'A'), grant(1500, 'B')])).toEqual([[1500, 'B', 'A']]);
  });

  it('is none of a single grant, nor of the same claim granted again', () => {
    expect(found('two-holders', [grant(0, 'A')])).toEqual([]);
    expect(found('two-holders', [grant(0, 'A'), grant(10, 'A')])).toEqual([]);
  });

  it('release by name: B has a lock whose lease runs until 1000, A releases it, and C gets it', () => {
    const start = [grant(0, 'B'), release(100, 'B', 'A')];
    expect(found('two-holders', [...start, grant(999, 'C')])).toEqual([[999, 'C', 'B']]);
    expect(found('two-holders', [...start, grant(1000, 'C')])).toEqual([]);
  });

  it('is two where a third joins two that both still hold', () => {
    const made = [grant(0, 'A'), forget(10, 'A'), grant(20, 'B'), forget(30, 'B'), grant(40, 'C')];
    expect(found('two-holders', made)).toEqual([
      [20, 'B', 'A'],
      [40, 'C', 'A'],
      [40, 'C', 'B'],
    ]);
  });

  it('is told in every episode', () => {
    const again = (t: number, who: string, more: Partial<Notes['grant']> = {}) =>
      grant(t, who, { claim: `${who}#2`, ...more });
    const made = [
      grant(0, 'A'),
      forget(10, 'A'),
      grant(20, 'B'),
      release(900, 'B', 'B'),
      again(2000, 'A'),
      again(2100, 'B', { replaced: 'A#2' }),
    ];
    expect(found('two-holders', made)).toEqual([
      [20, 'B', 'A'],
      [2100, 'B', 'A'],
    ]);
  });

  it('ends a robbed lease where it was last extended to, be that later or sooner', () => {
    const later = [grant(0, 'B'), extend(900, 'B', 1000), release(950, 'B', 'A')];
    expect(found('two-holders', [...later, grant(1899, 'C')])).toEqual([[1899, 'C', 'B']]);
    expect(found('two-holders', [...later, grant(1900, 'C')])).toEqual([]);
    const sooner = [grant(0, 'B'), extend(100, 'B', 200), release(150, 'B', 'A')];
    expect(found('two-holders', [...sooner, grant(299, 'C')])).toEqual([[299, 'C', 'B']]);
    expect(found('two-holders', [...sooner, grant(300, 'C')])).toEqual([]);
  });

  it('is not put off by the extension of another’s claim', () => {
    const made = [grant(0, 'B'), extend(900, 'X', 5000), release(950, 'B', 'A'), grant(1000, 'C')];
    expect(found('two-holders', made)).toEqual([]);
  });

  it('never runs out, where a lock has no end', () => {
    const endless = [grant(0, 'B', { ttl: null }), release(100, 'B', 'A'), grant(9_000_000, 'C')];
    expect(found('two-holders', endless)).toEqual([[9_000_000, 'C', 'B']]);
    const extended = [grant(0, 'B'), extend(50, 'B', null), forget(100, 'B'), grant(9_000_000, 'C')];
    expect(found('two-holders', extended)).toEqual([[9_000_000, 'C', 'B']]);
  });

  it('is none once the robbed holder knows: it disbelieves, or its own release is refused', () => {
    const robbed = [grant(0, 'B'), release(100, 'B', 'A')];
    const refused = note(150, 'redis', 'release-refused', { claim: 'B#1', by: 'B' });
    expect(found('two-holders', [...robbed, refused, grant(200, 'C')])).toEqual([]);
    expect(found('two-holders', [...robbed, disbelieve(150, 'B', 'renewal'), grant(200, 'C')])).toEqual([]);
  });

  it('is one though somebody else’s release was refused, or another client died', () => {
    const robbed = [grant(0, 'B'), release(100, 'B', 'A')];
    const refused = note(150, 'redis', 'release-refused', { claim: 'A#1', by: 'A' });
    expect(found('two-holders', [...robbed, refused, grant(200, 'C')])).toEqual([[200, 'C', 'B']]);
    expect(found('two-holders', [...robbed, fault(150, 'A', 'crash'), grant(200, 'C')])).toEqual([[200, 'C', 'B']]);
  });

  it('is none where the holder had gone already before its lock was ended for it', () => {
    const done = [grant(0, 'B'), disbelieve(50, 'B', 'validity')];
    const dead = [grant(0, 'B'), fault(50, 'B', 'crash')];
    for (const gone of [done, dead]) {
      expect(found('two-holders', [...gone, release(100, 'B', 'A'), grant(200, 'C')])).toEqual([]);
      expect(found('two-holders', [...gone, forget(100, 'B'), grant(200, 'C')])).toEqual([]);
    }
  });

  it('is one by the service’s own account, whatever the holder thinks', () => {
    expect(found('two-holders', [grant(0, 'B'), disbelieve(50, 'B', 'validity'), grant(200, 'C')])).toEqual([
      [200, 'C', 'B'],
    ]);
    expect(found('two-holders', [grant(0, 'B'), fault(50, 'B', 'crash'), grant(200, 'C')])).toEqual([[200, 'C', 'B']]);
  });

  it('is none where only the counter was forgotten', () => {
    const counter = note(50, 'redis', 'forget', { claim: null, counter: true });
    const made = [grant(0, 'A'), counter, release(100, 'A', 'A'), grant(200, 'B')];
    expect(found('two-holders', made)).toEqual([]);
  });

  it('is none after an expiry, whatever else stood before', () => {
    const expire = note(1000, 'redis', 'expire', { claim: 'A#1' });
    expect(found('two-holders', [grant(0, 'A'), expire, grant(1001, 'B')])).toEqual([]);
    expect(found('two-holders', [grant(0, 'B'), expire, grant(1001, 'C')])).toEqual([[1001, 'C', 'B']]);
  });

  it('is none of two locks, and a grant of the one ends nothing of the other', () => {
    expect(found('two-holders', [onLock('x', grant(0, 'A')), onLock('y', grant(1, 'B'))])).toEqual([]);
    const made = [onLock('x', grant(0, 'A')), onLock('y', grant(1, 'B')), onLock('x', grant(2, 'C'))];
    expect(found('two-holders', made)).toEqual([[2, 'C', 'A']]);
  });

  it('a takeover ends what is over anyway: by true time, or for its holder', () => {
    const taken = (t: number) => grant(t, 'A', { replaced: 'B#1' });
    expect(found('two-holders', [grant(0, 'B'), taken(999)])).toEqual([[999, 'A', 'B']]);
    expect(found('two-holders', [grant(0, 'B'), taken(1000)])).toEqual([]);
    expect(found('two-holders', [grant(0, 'B'), disbelieve(50, 'B', 'validity'), taken(100)])).toEqual([]);
    expect(found('two-holders', [grant(0, 'B'), fault(50, 'B', 'crash'), taken(100)])).toEqual([]);
  });

  it('is none of one holder that gets its lock anew, and its older grant is no more', () => {
    const anew = [grant(0, 'A', { ttl: null }), forget(10, 'A'), grant(20, 'A', { claim: 'A#2' })];
    expect(found('two-holders', anew)).toEqual([]);
    const released = note(30, 'redis', 'release', { claim: 'A#2', by: 'A' });
    expect(found('two-holders', [...anew, released, grant(40, 'B')])).toEqual([]);
  });
});
