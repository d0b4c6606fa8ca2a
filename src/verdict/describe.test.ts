import { describe, expect, it } from 'vitest';
import type { Notes } from '../model/notes.ts';
import { headline } from './describe.ts';
import { judge } from './judge.ts';
import { accept, delivered, eventsOf, fault, grant, note, sent } from './testing.ts';

type Made = Parameters<typeof eventsOf>[0];

/** The headline of a trace that ended quietly, or at a bound. */
function said(made: Made, reason: 'quiet' | 'time' = 'quiet', t = made.at(-1)?.t ?? 0): string {
  const events = eventsOf(made);
  const { title, text } = headline(events, judge(events, { reason, t, text: '' }));
  return `${title}. ${text}`;
}

const refuse = (t: number, by: string, more: Partial<Notes['refuse']> = {}) =>
  note(t, 'storage', 'refuse', {
    by,
    claim: `${by}#1`,
    op: `${by}1.1`,
    base: 0,
    token: 33,
    reason: 'stale-token',
    maxSeen: 34,
    ...more,
  });
const unread = (t: number, by: string) =>
  note(t, 'storage', 'read-refused', { by, claim: `${by}#1`, token: 33, maxSeen: 34 });
const expire = (t: number, of: string) => note(t, 'redis', 'expire', { claim: `${of}#1` });
const believe = (t: number, who: string) => note(t, who, 'believe', { claim: `${who}#1`, token: null });
const effect = (t: number) => note(t, 'outside', 'effect', { by: 'A', claim: 'A#1', op: 'A1.1' });

describe('the headline of a safe timeline', () => {
  it('says that nothing, or how much, was written', () => {
    expect(said([note(0, 'A', 'done', { rounds: 1 })])).toBe('Safe. Nothing was written.');
    expect(said([accept(1, 'A', 1, 0)])).toBe('Safe. One write, and nothing in its way.');
    expect(said([accept(1, 'A', 1, 0), accept(2, 'B', 2, 1)])).toBe('Safe. Every write was built on the newest value.');
  });

  it('says so where a write was taken twice', () => {
    expect(said([accept(1, 'A', 1, 0, 'A1.1'), accept(2, 'A', 2, 0, 'A1.1')])).toBe(
      'Safe. One write was taken more than once, and none was lost.',
    );
  });

  it('says what storage refused, and why', () => {
    const late = [grant(0, 'A'), expire(1000, 'A'), grant(1001, 'B'), accept(1002, 'B', 1, 0)];
    expect(said([...late, refuse(2000, 'A')])).toBe(
      "Safe. A's late write carries token 33. Storage has seen 34, and refuses it.",
    );
    expect(said([...late, refuse(2000, 'A', { token: null, reason: 'no-token' })])).toBe(
      "Safe. A's write carries no token, and storage refuses it.",
    );
    expect(said([...late, refuse(2000, 'A', { reason: 'version' })])).toBe(
      "Safe. A's write was built on v0. Storage has a newer version, and refuses it.",
    );
    expect(said([...late, refuse(2000, 'A', { reason: 'value' })])).toBe(
      "Safe. A's write carries another lock's value than storage has seen last, and is refused.",
    );
    expect(said([...late, unread(2000, 'A')])).toBe(
      "Safe. A's late read carries token 33. Storage has seen 34, and refuses it.",
    );
  });

  it('prefers the refusal to the warning, and tells of the warning where nothing was refused', () => {
    const two = [grant(0, 'A'), believe(1, 'A'), expire(1000, 'A'), grant(1001, 'B'), believe(1002, 'B')];
    expect(said(two)).toBe('Safe. A and B both believed that they held the lock, and this time it did no harm.');
    expect(said([...two, refuse(2000, 'A')])).toBe(
      "Safe. A's late write carries token 33. Storage has seen 34, and refuses it.",
    );
  });
});

describe('the headline of a lost update', () => {
  const start = [grant(0, 'A'), expire(1000, 'A'), grant(1001, 'B')];
  const b = accept(1500, 'B', 1, 0);

  it('overwrote, without more', () => {
    expect(said([...start, b, accept(2000, 'A', 2, 0)])).toBe(
      "Lost update. A overwrote B's write, which it had not read. Nobody crashed, and storage could not tell.",
    );
    expect(said([accept(1, 'A', 1, 0), accept(2, 'A', 2, 0)])).toBe(
      'Lost update. A overwrote its own earlier write, which it had not read. Nobody crashed, and storage could not tell.',
    );
  });

  it('slept: only who overwrote', () => {
    const slept = (who: string) => [
      grant(0, 'A'),
      fault(10, who, 'pause'),
      expire(1000, 'A'),
      grant(1001, 'B'),
      b,
      fault(1900, who, 'resume'),
      accept(2000, 'A', 2, 0),
    ];
    expect(said(slept('A'))).toBe(
      "Lost update. A slept through its lease and overwrote B's write. Nobody crashed, and storage could not tell.",
    );
    expect(said(slept('C'))).toBe(
      "Lost update. A overwrote B's write, which it had not read. Nobody crashed, and storage could not tell.",
    );
  });

  it('slept, but not through its lease: where there is none, or it ended otherwise', () => {
    const asleep = [fault(10, 'A', 'pause'), b, fault(1900, 'A', 'resume'), accept(2000, 'A', 2, 0)];
    expect(said(asleep)).toBe(
      'Lost update. A slept while B wrote, and overwrote it. Nobody crashed, and storage could not tell.',
    );
    const nap = [fault(1200, 'A', 'pause'), fault(1300, 'A', 'resume')];
    expect(said([...start, ...nap, b, accept(2000, 'A', 2, 0)])).toMatch(/^Lost update\. A overwrote B's write, which/);
  });

  it('did not sleep where only its renewal did', () => {
    const stalled = fault(10, 'A', 'pause', { part: 'renewal' });
    expect(
      said([stalled, ...start, b, fault(1900, 'A', 'resume', { part: 'renewal' }), accept(2000, 'A', 2, 0)]),
    ).toMatch(/^Lost update\. A overwrote B's write, which/);
  });

  it('says what storage did check, and when', () => {
    const late = accept(2000, 'A', 2, 0);
    const gap = { t: 1999, process: 'storage', kind: 'timer', timer: 'gap' } as never;
    expect(said([...start, b, gap, late])).toMatch(
      /Nobody crashed, and storage checked it, but wrote in a later step\.$/,
    );
    for (const [reason, checked] of [
      ['version', 'the version'],
      ['value', 'the lock’s value'],
      ['stale-token', 'the token'],
    ] as const) {
      expect(said([...start, b, refuse(1600, 'C', { reason }), late])).toMatch(
        new RegExp(`Nobody crashed, and storage checked ${checked}\\.$`),
      );
    }
  });

  it('says that storage had forgotten, but not where a late write lowered what it had seen', () => {
    const seen = (to: number) => note(1900, 'storage', 'max-seen', { from: 34, to });
    expect(said([...start, b, seen(0), accept(2000, 'A', 2, 0)])).toMatch(/Storage had forgotten the highest token\.$/);
    expect(said([...start, b, seen(33), accept(2000, 'A', 2, 0)])).toMatch(/storage checked the token\.$/);
  });

  it('came late: held up on the wire', () => {
    const held = { ...delivered(1999, 'A', 'storage', { op: 'A1.2', base: 0 }), held: 1800 };
    expect(said([...start, b, held, accept(2000, 'A', 2, 0)])).toBe(
      "Lost update. A's write came late and went over B's write. Nobody crashed, and storage could not tell.",
    );
  });

  it('excuses nobody where somebody crashed, and says that the token was checked where it was', () => {
    expect(said([...start, fault(1200, 'C', 'crash'), b, accept(2000, 'A', 2, 0)])).toBe(
      "Lost update. A overwrote B's write, which it had not read.",
    );
    const seen = note(1501, 'storage', 'max-seen', { from: 0, to: 1 });
    expect(said([...start, b, seen, accept(2000, 'A', 2, 0)])).toBe(
      "Lost update. A overwrote B's write, which it had not read. Nobody crashed, and storage checked the token.",
    );
  });

  it('comes before every other finding', () => {
    const made = [grant(0, 'A'), grant(1, 'B'), accept(2, 'B', 1, 0), accept(3, 'A', 2, 0)];
    expect(said(made)).toMatch(/^Lost update\. /);
    expect(said(made.slice(0, 3))).toBe("Two holders. The lock was granted to B while A's grant still stood.");
  });
});

describe('the headline of every other verdict', () => {
  it('stale-write', () => {
    const made = [grant(0, 'A'), expire(1000, 'A'), grant(1001, 'B'), accept(1500, 'A', 1, 0)];
    expect(said(made)).toBe("Stale write. Storage took A's write although a newer grant had been made.");
  });

  it('stale-write: under a claim that was never granted', () => {
    expect(said([grant(0, 'B'), accept(1, 'A', 1, 0)])).toBe(
      "Stale write. Storage took A's write, and A was never granted the lock.",
    );
  });

  it('two-holders', () => {
    const made = [grant(0, 'B'), note(100, 'redis', 'release', { claim: 'B#1', by: 'A' }), grant(200, 'C')];
    expect(said(made)).toBe("Two holders. The lock was granted to C while B's grant still stood.");
  });

  it('token-regressed', () => {
    const made = [grant(0, 'A', { token: 33 }), expire(1000, 'A'), grant(1001, 'B', { token: 1 })];
    expect(said(made)).toBe(
      'Token went back. B got token 1, and A has 33: the order of the tokens is not that of the grants.',
    );
  });

  it('holder-refused', () => {
    expect(said([grant(0, 'A'), refuse(1, 'A')])).toBe(
      'Holder refused. A holds the lock, and storage refuses it: token 33, highest seen 34.',
    );
    expect(said([grant(0, 'A'), unread(1, 'A')])).toBe(
      'Holder refused. A holds the lock, and storage refuses it: token 33, highest seen 34.',
    );
    expect(said([grant(0, 'A'), refuse(1, 'A', { token: null, reason: 'no-token' })])).toBe(
      'Holder refused. A holds the lock, but its write carries no token, and storage refuses it.',
    );
    const bare = note(1, 'storage', 'read-refused', { by: 'A', claim: 'A#1', token: null, maxSeen: 34 });
    expect(said([grant(0, 'A'), bare])).toBe(
      'Holder refused. A holds the lock, but its read carries no token, and storage refuses it.',
    );
    for (const [who, said2] of [
      ['B', 'B has'],
      ['A', 'it has itself'],
    ] as const) {
      const written = { ...accept(1, who, 1, 0) };
      const conflict = refuse(2, 'A', { token: null, reason: 'version' });
      expect(
        said([
          grant(0, 'A'),
          { ...written, data: { ...(written as { data?: object }).data, claim: null } } as never,
          conflict,
        ]),
      ).toBe(`Holder refused. A holds the lock, and storage refuses it: ${said2} written since.`);
    }
  });

  it('unfenced-effect: for nothing, or twice', () => {
    expect(said([effect(1), note(2, 'A', 'stop', { reason: 'lost' })])).toBe(
      "Unfenced effect. A's side effect happened, and no accepted write of its own stands behind it.",
    );
    expect(said([refuse(1, 'A'), effect(2)])).toBe(
      "Unfenced effect. A's side effect happened, and no accepted write of its own stands behind it.",
    );
    expect(said([accept(0, 'A', 1, 0, 'A1.1'), effect(1), effect(2)])).toBe(
      "Unfenced effect. A's side effect happened twice.",
    );
  });

  it('stuck: for the lock, or for an answer', () => {
    const begin = note(0, 'A', 'begin', { round: 1 });
    expect(said([begin])).toBe('Stuck. A waits for an answer that never comes.');
    expect(said([begin, note(100, 'A', 'wait', { attempt: 1 })], 'time', 7700)).toBe(
      'Stuck. A has waited 7.6 s for the lock, and never gets it.',
    );
  });

  it('spurious-loss: by somebody, or by itself', () => {
    const held = [grant(0, 'A'), believe(1, 'A')];
    expect(said([...held, note(2, 'redis', 'release', { claim: 'A#1', by: 'B' })])).toBe(
      'Spurious loss. A did everything right, and B ended its lock.',
    );
    expect(said([...held, expire(2, 'A')])).toBe('Spurious loss. A did everything right, and redis ended its lock.');
    expect(said([...held, note(2, 'A', 'disbelieve', { claim: 'A#1', reason: 'renewal' })])).toBe(
      'Spurious loss. A did everything right, and lost the lock or stopped.',
    );
  });

  it('late-takeover', () => {
    const release = note(100, 'redis', 'release', { claim: 'A#1', by: 'A' });
    expect(said([grant(0, 'A'), note(50, 'B', 'wait', { attempt: 1 }), release, grant(12_100, 'B')])).toBe(
      'Late takeover. Nobody could hold the lock for 12 s, though B was waiting.',
    );
  });

  it('unknown-outcome', () => {
    const write = sent(0, 'A', 'storage', { op: 'A1.1', base: 0, claim: 'A#1' });
    expect(said([write, fault(5, 'A', 'crash')])).toBe(
      'Unknown outcome. A sent a write, and cannot know whether it landed.',
    );
  });
});
