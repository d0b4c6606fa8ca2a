import { describe, expect, it } from 'vitest';
import { accept, found, grant, note, onLock } from './testing.ts';

describe('stale-write', () => {
  it('is none before any grant, nor by the newest grant', () => {
    expect(found('stale-write', [accept(1, 'A', 1, 0)])).toEqual([]);
    expect(found('stale-write', [grant(0, 'A'), grant(1, 'B'), accept(2, 'B', 1, 0)])).toEqual([]);
  });

  it('is told for every such write, and none in between', () => {
    const made = [
      grant(0, 'A'),
      grant(1, 'B'),
      accept(2, 'A', 1, 0),
      accept(3, 'B', 2, 1),
      accept(4, 'A', 3, 2),
      accept(5, 'B', 4, 3),
    ];
    expect(found('stale-write', made)).toEqual([
      [2, 'A'],
      [4, 'A'],
    ]);
  });

  it('counts though it was built on the newest value, and nothing was lost', () => {
    const made = [grant(0, 'A'), grant(1, 'B'), accept(2, 'B', 1, 0), accept(3, 'A', 2, 1)];
    expect(found('stale-write', made)).toEqual([[3, 'A']]);
    expect(found('lost-update', made)).toEqual([]);
  });

  it('counts after the newer grant was released, and after it ran out', () => {
    const released = note(2, 'redis', 'release', { claim: 'B#1', by: 'B' });
    const expired = note(1001, 'redis', 'expire', { claim: 'B#1' });
    expect(found('stale-write', [grant(0, 'A'), grant(1, 'B'), released, accept(3, 'A', 1, 0)])).toEqual([[3, 'A']]);
    expect(found('stale-write', [grant(0, 'A'), grant(1, 'B'), expired, accept(1002, 'A', 1, 0)])).toEqual([
      [1002, 'A'],
    ]);
  });

  it('tells a client’s own older grant from its newer one', () => {
    const again = grant(5, 'A', { claim: 'A#2' });
    const late = accept(6, 'A', 1, 0);
    const write = note(7, 'storage', 'accept', { by: 'A', claim: 'A#2', op: 'A2.1', version: 2, base: 1, token: null });
    expect(found('stale-write', [grant(0, 'A'), again, late, write])).toEqual([[6, 'A']]);
  });

  it('is none of a write that was refused, nor of a lock that was denied to another', () => {
    const refuse = note(2, 'storage', 'refuse', {
      by: 'A',
      claim: 'A#1',
      op: 'A1.1',
      base: 0,
      token: 1,
      reason: 'stale-token',
      maxSeen: 2,
    });
    expect(found('stale-write', [grant(0, 'A'), grant(1, 'B'), refuse])).toEqual([]);
    const deny = note(1, 'redis', 'deny', { claim: 'B#1', holder: 'B', heldBy: 'A#1' });
    expect(found('stale-write', [grant(0, 'A'), deny, accept(2, 'A', 1, 0)])).toEqual([]);
  });

  it('goes by the grants of its own lock', () => {
    const both = [onLock('x', grant(0, 'A')), onLock('y', grant(1, 'B'))];
    expect(found('stale-write', [...both, accept(2, 'A', 1, 0), accept(3, 'B', 2, 1)])).toEqual([]);
    expect(
      found('stale-write', [...both, onLock('x', grant(2, 'C')), accept(3, 'A', 1, 0), accept(4, 'B', 2, 1)]),
    ).toEqual([[3, 'A']]);
  });
});
