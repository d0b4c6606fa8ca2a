import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from '../scenario/arbitrary.ts';
import { findScenario } from '../scenario/library.ts';
import { scenario } from '../scenario/parse.ts';
import type { ScenarioInput } from '../scenario/schema.ts';
import { setPath } from '../scenario/set.ts';
import { simulate } from '../simulate/simulate.ts';
import { headline } from './describe.ts';
import { judge } from './judge.ts';

/** What the shipped scenarios have to show, as they are and with a field changed. */
const told = (id: string, ...changes: [path: string, value: unknown][]) => {
  const changed = changes.reduce<unknown>(
    (document, [path, value]) => setPath(document, path, value),
    findScenario(id),
  );
  const { events, end } = simulate(scenario(changed as ScenarioInput));
  const judged = judge(events, end);
  return {
    codes: [...new Set(judged.findings.map(({ code }) => code))],
    headline: headline(events, judged),
    safe: judged.safe,
    judged,
    events,
  };
};
const tokenCheck: [string, unknown][] = [
  ['storage.check', 'token'],
  ['lock.token', 'incr'],
];

describe('the shipped scenarios', () => {
  it('pause-outlasts-lease: lost without the check, refused with it', () => {
    const off = told('pause-outlasts-lease');
    expect(off.codes).toEqual(['lost-update', 'stale-write', 'two-believers']);
    expect(off.headline).toEqual({
      title: 'Lost update',
      text: "A slept through its lease and overwrote B's write. Nobody crashed, and storage could not tell.",
    });
    const on = told('pause-outlasts-lease', ...tokenCheck);
    expect(on.safe).toBe(true);
    expect(on.codes).toEqual(['two-believers']);
    expect(on.headline).toEqual({
      title: 'Safe',
      text: "A's late write carries token 33. Storage has seen 34, and refuses it.",
    });
  });

  it('pause-outlasts-lease: the why tells the story in order', () => {
    const { judged, events } = told('pause-outlasts-lease');
    const story = judged.findings[0]?.why.map((id) => {
      const event = events[id];
      return event?.kind === 'note' ? event.note : event?.kind;
    });
    expect(story).toEqual(['grant', 'read', 'pause', 'expire', 'grant', 'accept', 'resume', 'accept']);
  });

  it('pause-outlasts-lease: when safe, the story is that of the refusal', () => {
    const { judged, events } = told('pause-outlasts-lease', ...tokenCheck);
    const story = judged.story.map((id) => {
      const event = events[id];
      return event?.kind === 'note' ? event.note : event?.kind;
    });
    expect(story).toEqual(['grant', 'read', 'pause', 'expire', 'grant', 'accept', 'resume', 'refuse']);
    expect(judged.about).toBe('A');
  });

  it('pause-outlasts-lease: a version check refuses the late write without any token', () => {
    const { safe, headline: said } = told('pause-outlasts-lease', ['storage.check', 'version']);
    expect(safe).toBe(true);
    expect(said.text).toBe("A's write was built on v0. Storage has a newer version, and refuses it.");
  });

  it('pause-outlasts-lease: an idempotency key tells no stale write', () => {
    expect(told('pause-outlasts-lease', ['storage.check', 'idempotency-key']).codes).toContain('lost-update');
  });

  it('pause-outlasts-lease: equality refuses the next holder', () => {
    expect(told('pause-outlasts-lease', ['storage.check', 'token-equal'], ['lock.token', 'incr']).codes).not.toContain(
      'lost-update',
    );
    const both = told('strict-check', ['storage.check', 'token-equal']);
    expect(both.codes).toEqual(['holder-refused']);
  });

  it('an idempotency key answers a repeated write as before, and takes it once', () => {
    const { events, codes } = told(
      'strict-check',
      ['storage.check', 'idempotency-key'],
      ['faults', [{ kind: 'duplicate', message: 'A→storage·2', after: 500 }]],
    );
    const kinds = events.flatMap((event) =>
      event.kind === 'note' && /accept|repeat/.test(event.note) ? [event.note] : [],
    );
    expect(kinds).toEqual(['accept', 'repeat', 'accept', 'accept']);
    expect(codes).toEqual([]);
  });

  it('pause-outlasts-lease: a short pause does no harm', () => {
    expect(told('pause-outlasts-lease', ['faults.0.for', 3000]).codes).toEqual([]);
  });

  it('renew-by-name: B’s lease grows on A’s behalf; compared, the renewal is refused and A stops', () => {
    expect(told('renew-by-name').codes).toContain('lost-update');
    const compared = told('renew-by-name', ['lock.renew', 'compare']);
    expect(compared.safe).toBe(true);
    expect(
      compared.events.some((event) => event.kind === 'note' && event.note === 'extend-refused' && event.t === 6600),
    ).toBe(true);
  });

  it('strict-check: refuses the holder’s own second write; greater or equal takes it', () => {
    expect(told('strict-check').codes).toEqual(['holder-refused']);
    expect(told('strict-check', ['storage.check', 'token']).codes).toEqual([]);
  });

  it('check-then-write: loses an update; in one step it does not', () => {
    expect(told('check-then-write').codes).toContain('lost-update');
    expect(told('check-then-write', ['storage.atomic', true]).safe).toBe(true);
  });

  it('fence-forgets: loses an update; a durable fence does not', () => {
    expect(told('fence-forgets').codes).toContain('lost-update');
    expect(told('fence-forgets', ['storage.durable', true]).safe).toBe(true);
  });

  it('gap-before-first-write: loses an update with the check on writes only, none with reads fenced too', () => {
    expect(told('gap-before-first-write').codes).toContain('lost-update');
    expect(told('gap-before-first-write', ['storage.fenceReads', true]).safe).toBe(true);
  });

  it('short-and-long-ttl: a short lease loses an update, a long one makes everybody wait', () => {
    const short = told('short-and-long-ttl');
    expect(short.codes).toContain('lost-update');
    const long = told('short-and-long-ttl', ['lock.ttl', 30_000]);
    expect(long.codes).not.toContain('lost-update');
    const grants = (events: typeof long.events) =>
      events.flatMap((event) => (event.kind === 'note' && event.note === 'grant' ? [event.t] : []));
    const [, , c = 0] = grants(long.events);
    const [, , soon = 0] = grants(short.events);
    expect(c - soon).toBeGreaterThan(20_000);
  });

  it('compare-and-set: refused once, read again, and nothing is lost; unchecked it is', () => {
    const { events, codes } = told('compare-and-set');
    expect(codes).toEqual([]);
    expect(events.filter((event) => event.kind === 'note' && event.note === 'retry')).toHaveLength(1);
    expect(told('compare-and-set', ['storage.check', 'nothing']).codes).toEqual(['lost-update']);
  });

  it('retries-pile-up: ten tries for four writes', () => {
    const { events, codes } = told('retries-pile-up');
    const count = (kind: string) => events.filter((event) => event.kind === 'note' && event.note === kind).length;
    expect([count('accept'), count('refuse'), codes]).toEqual([4, 6, []]);
  });

  it('idempotency-key: taken once, and A knows it; without the key it is taken twice', () => {
    const count = ({ events }: ReturnType<typeof told>) =>
      events.filter((event) => event.kind === 'note' && event.note === 'accept' && event.data['by'] === 'A').length;
    expect(count(told('idempotency-key'))).toBe(1);
    expect(told('idempotency-key').codes).toEqual([]);
    expect(count(told('idempotency-key', ['storage.check', 'nothing']))).toBe(2);
  });

  it('effect-before-commit: the write is refused, the mail is out; behind the write it is not', () => {
    expect(told('effect-before-commit').codes).toContain('unfenced-effect');
    const after = ['acquire', 'read', 'write', 'effect', 'release'].map((step) => ({ do: step }));
    const fixed = told('effect-before-commit', ['clients.0.program', after], ['clients.1.program', after]);
    expect(fixed.safe).toBe(true);
  });
});

describe('judge, on any trace', () => {
  it('never throws, says the same twice, and explains by events that had happened', () => {
    fc.assert(
      fc.property(anyScenario, (document) => {
        const { events, end } = simulate(document);
        const judged = judge(events, end);
        expect(judge(events, end)).toEqual(judged);
        for (const { at, why } of judged.findings) {
          expect(why).toEqual([...why].sort((a, b) => a - b));
          expect(why.at(-1)).toBe(at);
          expect(why.length).toBeLessThanOrEqual(8);
        }
        expect(headline(events, judged).text.length).toBeGreaterThan(10);
      }),
      { numRuns: 150 },
    );
  });
});
