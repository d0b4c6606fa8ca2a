import { describe, expect, it } from 'vitest';
import type { Notes } from '../model/notes.ts';
import { accept, fault, found, grant, note, onLock } from './testing.ts';

const refuse = (t: number, by: string, more: Partial<Notes['refuse']> = {}) =>
  note(t, 'storage', 'refuse', {
    by,
    claim: `${by}#1`,
    op: `${by}1.1`,
    base: 0,
    token: 1,
    reason: 'stale-token',
    maxSeen: 2,
    ...more,
  });
const unread = (t: number, by: string) =>
  note(t, 'storage', 'read-refused', { by, claim: `${by}#1`, token: 1, maxSeen: 2 });
const release = (t: number, of: string, by: string) => note(t, 'redis', 'release', { claim: `${of}#1`, by });

describe('holder-refused', () => {
  it('is a write or a read, for whatever reason storage gives', () => {
    for (const reason of ['stale-token', 'no-token', 'version', 'value'] as const) {
      expect(found('holder-refused', [grant(0, 'A'), refuse(1, 'A', { reason })])).toEqual([[1, 'A']]);
    }
    expect(found('holder-refused', [grant(0, 'A'), unread(1, 'A')])).toEqual([[1, 'A']]);
  });

  it('is told for each refusal', () => {
    const made = [grant(0, 'A'), accept(1, 'A', 1, 0), refuse(2, 'A', { op: 'A1.2' }), refuse(3, 'A', { op: 'A1.2' })];
    expect(found('holder-refused', made)).toEqual([
      [2, 'A'],
      [3, 'A'],
    ]);
  });

  it('is none before any grant, of a request without a claim, or of an older claim of the holder’s own', () => {
    expect(found('holder-refused', [refuse(1, 'A')])).toEqual([]);
    expect(found('holder-refused', [refuse(1, 'A', { claim: null }), unread(2, 'A')])).toEqual([]);
    expect(found('holder-refused', [grant(0, 'A'), refuse(1, 'A', { claim: null })])).toEqual([]);
    expect(found('holder-refused', [grant(0, 'A'), grant(1, 'A', { claim: 'A#2' }), refuse(2, 'A')])).toEqual([]);
  });

  it('is none after a release, by whomever, or after the service forgot', () => {
    expect(found('holder-refused', [grant(0, 'A'), release(1, 'A', 'A'), refuse(2, 'A')])).toEqual([]);
    expect(found('holder-refused', [grant(0, 'A'), release(1, 'A', 'B'), refuse(2, 'A')])).toEqual([]);
    const forget = note(1, 'redis', 'forget', { claim: 'A#1', counter: true });
    expect(found('holder-refused', [grant(0, 'A'), forget, refuse(2, 'A')])).toEqual([]);
  });

  it('is one though an older claim ended meanwhile, or only the counter was forgotten', () => {
    const late = note(2, 'redis', 'expire', { claim: 'A#1' });
    expect(found('holder-refused', [grant(0, 'A'), grant(1, 'B'), late, refuse(3, 'B')])).toEqual([[3, 'B']]);
    expect(found('holder-refused', [grant(0, 'A'), grant(1, 'B'), release(2, 'A', 'A'), refuse(3, 'B')])).toEqual([
      [3, 'B'],
    ]);
    const counter = note(2, 'redis', 'forget', { claim: null, counter: true });
    expect(found('holder-refused', [grant(0, 'A'), counter, refuse(3, 'A')])).toEqual([[3, 'A']]);
  });

  it('goes by the service’s account: a lease over in true time that it has not ended still stands', () => {
    expect(found('holder-refused', [grant(0, 'A'), refuse(1500, 'A')])).toEqual([[1500, 'A']]);
  });

  it('does not mind that the holder has been away', () => {
    const made = [grant(0, 'A'), fault(1, 'A', 'pause'), fault(500, 'A', 'resume'), refuse(501, 'A')];
    expect(found('holder-refused', made)).toEqual([[501, 'A']]);
  });

  it('goes by the grants of its own lock', () => {
    const both = [onLock('x', grant(0, 'A')), onLock('y', grant(1, 'B'))];
    expect(found('holder-refused', [...both, refuse(2, 'A')])).toEqual([[2, 'A']]);
    const released = onLock('x', note(2, 'redis', 'release', { claim: 'A#1', by: 'A' }));
    expect(found('holder-refused', [...both, released, refuse(3, 'A'), refuse(4, 'B')])).toEqual([[4, 'B']]);
  });
});
