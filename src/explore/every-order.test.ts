import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from '../scenario/arbitrary.ts';
import { findScenario } from '../scenario/library.ts';
import { scenario } from '../scenario/parse.ts';
import type { Scenario, ScenarioInput } from '../scenario/schema.ts';
import { setPath } from '../scenario/set.ts';
import { simulate } from '../simulate/simulate.ts';
import { judge } from '../verdict/judge.ts';
import { type Answer, type Bounds, bounded, everyOrder } from './every-order.ts';
import { realize } from './realize.ts';
import { runToEnd } from './run-to-end.ts';

const search = (document: Scenario, bounds: Bounds = {}): Answer => runToEnd(everyOrder(document, bounds));

const verdicts = (document: Scenario) => {
  const { events, end } = simulate(document);
  return judge(events, end).findings.map(({ code }) => code);
};

const program = [{ do: 'acquire' }, { do: 'read' }, { do: 'write' }, { do: 'release' }];
const locked = (clients: number, rounds: number, storage: object, lock: object = { token: 'incr' }): Scenario =>
  scenario({
    version: 1,
    lock: { service: 'redis', ...lock },
    storage,
    clients: ['A', 'B', 'C'].slice(0, clients).map((name) => ({ name, rounds, program })),
  } as ScenarioInput);

describe('every order', () => {
  it('finds that a lease alone does not protect', () => {
    expect(search(locked(2, 1, {})).violation).not.toBeNull();
  });

  it('finds that a check on writes only does not, either', () => {
    const { violation } = search(locked(2, 1, { check: 'token' }));
    // nobody has written yet when the stale write comes
    expect(violation?.steps.length).toBeGreaterThan(5);
  });

  it.each([
    ['the token on reads too', { check: 'token', fenceReads: true }],
    ['the version', { check: 'version' }],
  ])('finds nothing where storage checks %s', (_, storage) => {
    for (const [clients, rounds] of [
      [2, 1],
      [2, 2],
      [3, 1],
    ] as const) {
      expect(search(locked(clients, rounds, storage))).toMatchObject({ complete: true, violation: null });
    }
  });

  it.each([
    ['nothing', {}],
    ['the token, on writes', { check: 'token' }],
    ['the token, on reads too', { check: 'token', fenceReads: true }],
    ['the token, in two steps', { check: 'token', fenceReads: true, atomic: false }],
    ['the version', { check: 'version' }],
    ['the value', { check: 'value' }],
  ])('says the same with and without reduction where storage checks %s', (_, storage) => {
    for (const bounds of [{}, { duplicates: 1 }]) {
      const whole = search(locked(2, 2, storage), { ...bounds, reduce: false });
      const reduced = search(locked(2, 2, storage), { ...bounds, reduce: true });
      expect(reduced.violation === null).toBe(whole.violation === null);
      expect(reduced.complete && whole.complete).toBe(true);
      expect(reduced.states).toBeLessThanOrEqual(whole.states);
    }
  });

  it('lets a document’s blow fall at any moment', () => {
    const forgetful = { check: 'token', fenceReads: true, durable: false };
    const crash = { kind: 'crash', process: 'storage', at: 0, for: 0 } as const;
    expect(search(locked(2, 1, forgetful)).violation).toBeNull();
    expect(search({ ...locked(2, 1, forgetful), faults: [crash] }).violation).not.toBeNull();
  });

  it('says so when it stops early', () => {
    const { complete, states, violation } = search(locked(3, 2, { check: 'version' }), { maxStates: 20_000 });
    expect({ complete, violation }).toEqual({ complete: false, violation: null });
    expect(states).toBeGreaterThan(20_000);
  });

  it('says of random documents the same with and without reduction', () => {
    fc.assert(
      fc.property(anyScenario, (document) => {
        const bounds = { rounds: 1, maxStates: 30_000 };
        const whole = search(document, { ...bounds, reduce: false });
        const reduced = search(document, bounds);
        if (whole.complete && reduced.complete) expect(reduced.violation === null).toBe(whole.violation === null);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe('a violation made real', () => {
  it.each([
    ['a lease alone', {}],
    ['the token on writes only', { check: 'token' }],
    ['a check in two steps', { check: 'version', atomic: false }],
  ])('%s', (_, storage) => {
    const document = locked(2, 1, storage);
    const { violation } = search(document);
    const real = realize(bounded(document, {}), violation?.steps ?? [], 'lost-update');
    expect(real && verdicts(real)).toContain('lost-update');
    expect(real?.faults.length).toBeLessThan(5);
  });

  it('opens the gap before the first write, which the shipped timeline shows as well', () => {
    const shipped = setPath(findScenario('gap-before-first-write'), 'faults', []) as Scenario;
    const { violation } = search(shipped);
    const real = realize(bounded(shipped, {}), violation?.steps ?? [], 'lost-update');
    expect(real && verdicts(real)).toContain('lost-update');
  });

  it('every one that is found in random documents', () => {
    let found = 0;
    fc.assert(
      fc.property(anyScenario, (document) => {
        const bounds = { rounds: 1, maxStates: 30_000 };
        const { violation } = search(document, bounds);
        if (!violation) return;
        found++;
        const real = realize(bounded(document, bounds), violation.steps, 'lost-update');
        expect(real && verdicts(real)).toContain('lost-update');
      }),
      { numRuns: 100 },
    );
    expect(found).toBeGreaterThan(0);
  }, 60_000);
});
