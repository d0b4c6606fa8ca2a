import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { End, TraceEvent } from '../kernel/trace.ts';
import { checks } from './checks.ts';
import { headline, sentence } from './describe.ts';
import { foldAll } from './fold.ts';
import { judge } from './judge.ts';
import { accept, eventsOf, grant, note } from './testing.ts';
import { CODES, type Hit } from './types.ts';

const QUIET: End = { reason: 'quiet', t: 0, text: '' };

/** Any notes, faults and messages in any order, however senseless, among few names, so that they meet. */
const notes = [
  'grant deny extend extend-refused expire release release-refused forget token begin point believe disbelieve wait give-up',
  'renewal-failed check retry stop unknown done read read-refused accept refuse repeat max-seen effect',
].flatMap((kinds) => kinds.split(' '));
/** Those that may name no claim. */
const nameless = ['forget', 'read', 'read-refused', 'accept', 'refuse', 'effect'];
const client = fc.constantFrom('A', 'B', 'C');
const claim = fc.constantFrom('A#1', 'A#2', 'B#1', 'C#1');
const small = fc.nat({ max: 3 });
const data = fc.record({
  lock: fc.constantFrom('x', 'y'),
  claim: fc.oneof({ weight: 9, arbitrary: claim }, { weight: 1, arbitrary: fc.constant(null) }),
  holder: client,
  by: client,
  heldBy: claim,
  replaced: fc.option(claim, { nil: undefined }),
  token: fc.option(small),
  maxSeen: small,
  ttl: fc.option(fc.nat({ max: 2000 })),
  counter: fc.boolean(),
  op: fc.constantFrom('A1.1', 'A1.2', 'B1.1', 'C1.1'),
  version: small,
  base: small,
  from: small,
  to: small,
  round: small,
  point: fc.constantFrom('read', 'written'),
  reason: fc.constantFrom('lost', 'refused', 'timeout', 'renewal', 'validity', 'released', 'version', 'stale-token'),
  what: fc.constantFrom('write', 'acquire'),
  policy: fc.constant('stop'),
});
/** A note as its type has it. */
function typed<T extends { note: string; data: { claim: string | null; reason: string } }>(made: T): T {
  const { claim, reason } = made.data;
  const data = {
    ...made.data,
    claim: nameless.includes(made.note) ? claim : (claim ?? 'A#1'),
    reason: made.note === 'refuse' && reason !== 'version' ? 'stale-token' : reason,
  };
  return { ...made, data };
}
const happening = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('note'), note: fc.constantFrom(...notes), data }).map(typed) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('pause', 'resume', 'crash', 'restart', 'jump', 'rate', 'cut', 'heal', 'slow', 'unslow'),
      fault: fc.constant(0),
      data: fc.constantFrom({}, { part: 'renewal' }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('send', 'deliver', 'drop', 'duplicate', 'timer', 'start'),
      from: client,
      held: fc.constantFrom(0, 500),
      data,
    }),
  },
);
const traces: fc.Arbitrary<readonly TraceEvent[]> = fc
  .array(fc.tuple(happening, fc.constantFrom('A', 'B', 'C', 'redis', 'storage'), fc.nat({ max: 900 })), {
    maxLength: 60,
    size: 'max',
  })
  .map((all) => {
    let t = 0;
    return all.map(([what, process, later], id) => {
      t += later;
      return { ...what, id, t, process, cause: id === 0 ? null : id - 1 } as unknown as TraceEvent;
    });
  });
const ends = fc.constantFrom<End['reason']>('quiet', 'time', 'events');

/** So that a fold that changes its state or an event fails. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) frozen(each);
  }
  return value;
}

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null
    ? ['string', 'number', 'boolean', 'object'].includes(typeof value)
    : (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
      Object.values(value).every(isPlain);

describe('judge', () => {
  it('finds nothing in a trace of nothing', () => {
    expect(judge([], QUIET)).toEqual({ findings: [], safe: true, story: [], about: null });
  });

  it('names the gravest first, then the earlier', () => {
    const made = [grant(0, 'A'), grant(1, 'B'), accept(2, 'A', 1, 0), accept(3, 'A', 2, 1), accept(4, 'B', 3, 0)];
    const found = judge(eventsOf(made), QUIET).findings.map(({ code, at }) => [code, at]);
    expect(found).toEqual([
      ['lost-update', 4],
      ['lost-update', 4],
      ['stale-write', 2],
      ['stale-write', 3],
      ['two-holders', 1],
    ]);
  });

  it('judges by some checks only, in the same order whatever theirs', () => {
    const made = [grant(0, 'A'), grant(1, 'B'), accept(2, 'A', 1, 0), accept(4, 'B', 2, 0)];
    const some = checks.filter(({ code }) => code === 'two-holders' || code === 'stale-write').toReversed();
    expect(judge(eventsOf(made), QUIET, some).findings.map(({ code }) => code)).toEqual(['stale-write', 'two-holders']);
    expect(judge(eventsOf(made), QUIET, [])).toMatchObject({ findings: [], safe: true });
  });

  it('is safe with warnings alone', () => {
    const believe = (t: number, who: string) => note(t, who, 'believe', { claim: `${who}#1`, token: null });
    const { findings, safe } = judge(eventsOf([believe(0, 'A'), believe(1, 'B')]), QUIET);
    expect([findings.map(({ code }) => code), safe]).toEqual([['two-believers'], true]);
  });
});

describe('judge, on any notes in any order', () => {
  it('never throws, says the same twice, changes nothing, and explains by events that had happened', () => {
    fc.assert(
      fc.property(traces, ends, (events, reason) => {
        frozen(events);
        const end: End = { reason, t: events.at(-1)?.t ?? 0, text: '' };
        const judged = judge(events, end);
        expect(judge(events, end)).toEqual(judged);
        const ranks = judged.findings.map(({ code, at }) => CODES.indexOf(code) * 1000 + at);
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        for (const finding of judged.findings) {
          expect(finding.why.at(-1)).toBe(finding.at);
          expect(finding.why).toEqual([...new Set(finding.why)].toSorted((a, b) => a - b));
          expect(finding.why.length).toBeLessThanOrEqual(8);
          expect(sentence(events, finding)).not.toMatch(/undefined|null|NaN/);
        }
        expect(headline(events, judged).text).not.toMatch(/undefined|null|NaN/);
      }),
      { numRuns: 150 },
    );
  });

  it('shows each check all that it needs', () => {
    fc.assert(
      fc.property(traces, (events) => {
        foldAll(events, checks).forEach(({ state, hits }, n) => {
          const { initial, fold } = checks[n] ?? {};
          const all: Hit[] = [];
          expect(events.reduce((before, event) => fold?.(before, event, all), initial)).toEqual(state);
          expect(all).toEqual(hits);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('folds purely, into plain data without event ids', () => {
    fc.assert(
      fc.property(traces, (events) => {
        const later = events.map((event) => ({ ...event, id: event.id + 1000, cause: null }) as TraceEvent);
        for (const { initial, fold } of checks) {
          let [state, other] = [initial, initial];
          for (const [n, event] of events.entries()) {
            state = fold(frozen(state), frozen(event), []);
            other = fold(other, later[n] ?? event, []);
          }
          expect(other).toEqual(state);
          expect(isPlain(state)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});
