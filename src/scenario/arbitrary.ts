import fc from 'fast-check';
import * as v from 'valibot';
import { hostsOf, type LockSettings, serviceOf, serviceSchema, services } from '../model/registry.ts';
import type { Command, Service } from '../model/service.ts';
import { CHECKS } from '../model/storage/checks.ts';
import { scenario } from './parse.ts';
import type { Scenario, ScenarioInput } from './schema.ts';

/** Random documents for property tests: any mix of settings, programs and faults that the schema takes. */

const span = (max: number) => fc.integer({ min: 0, max });
const names = ['A', 'B', 'C', 'D'] as const;
const points = ['acquired', 'read', 'worked', 'checked', 'written', 'released'] as const;

const instruction = fc.oneof(
  fc.constantFrom('acquire', 'read', 'write', 'effect', 'release').map((step) => ({ do: step })),
  span(5000).map((length) => ({ do: 'work', for: length })),
  fc.constantFrom('clock', 'service').map((by) => ({ do: 'check', by })),
);

const usual = [{ do: 'acquire' }, { do: 'read' }, { do: 'work', for: 500 }, { do: 'write' }, { do: 'release' }];

const client = (name: string) =>
  fc.record({
    name: fc.constant(name),
    start: span(8000),
    rounds: fc.integer({ min: 1, max: 3 }),
    rest: span(2000),
    program: fc.oneof(fc.constant(usual), fc.array(instruction, { minLength: 1, maxLength: 8 })),
    wait: fc.record({
      policy: fc.constantFrom('give-up', 'poll', 'queue'),
      every: fc.integer({ min: 1, max: 3000 }),
      jitter: span(500),
      attempts: fc.integer({ min: 1, max: 20 }),
    }),
    timeout: fc.record({
      after: fc.option(fc.integer({ min: 1, max: 4000 })),
      policy: fc.constantFrom('retry', 'resend', 'give-up', 'assume-success'),
    }),
    renewal: fc.record({
      every: fc.option(fc.integer({ min: 1, max: 5000 })),
      timeout: fc.option(fc.integer({ min: 1, max: 3000 })),
      onFailure: fc.constantFrom('ignore', 'give-up', 'retry', 'stop'),
    }),
    validity: fc.record({
      from: fc.constantFrom('never', 'send', 'answer', 'first-attempt'),
      factor: fc.constantFrom(0.5, 1, 2),
    }),
    onLost: fc.record({ policy: fc.constantFrom('stop', 'go-on'), notice: span(3000) }),
    onConflict: fc.constantFrom('stop', 'retry'),
    release: fc.constantFrom('compare', 'compare-two-steps', 'blind', 'never'),
  });

const moment = fc.oneof(
  span(20_000),
  fc.tuple(fc.constantFrom('A', 'B'), fc.constantFrom(...points)).map(([name, point]) => `${name} after ${point}`),
);

/** What can go wrong in a world with those hosts, whose service takes those commands. */
function anyFault(hosts: readonly string[], commands: readonly Command[]) {
  const host = fc.constantFrom(...hosts);
  const message = fc
    .tuple(host, host, fc.integer({ min: 1, max: 6 }))
    .filter(([from, to]) => from !== to)
    .map(([from, to, nth]) => `${from}→${to}·${nth}`);
  const sides = fc.tuple(host, host).map(([left, right]) => [[left], [right]]);
  const told = commands.flatMap(({ value, hosts: understand }) =>
    understand.map((process) => ({ process, command: value })),
  );
  return fc.oneof(
    fc.record({ kind: fc.constant('pause'), process: host, at: moment, for: span(20_000) }),
    fc.record({
      kind: fc.constant('pause'),
      process: host,
      at: moment,
      for: span(20_000),
      part: fc.constant('renewal'),
    }),
    fc.record({ kind: fc.constant('delay'), message, by: span(20_000) }),
    fc.record({ kind: fc.constant('drop'), message }),
    fc.record({ kind: fc.constant('duplicate'), message, after: span(5000) }),
    fc.record({ kind: fc.constant('partition'), sides, at: span(20_000), for: span(10_000), oneWay: fc.boolean() }),
    fc.record({ kind: fc.constant('latency'), sides, at: span(20_000), for: span(10_000), latency: span(5000) }),
    fc.record({ kind: fc.constant('jump'), process: host, at: moment, by: fc.integer({ min: -20_000, max: 20_000 }) }),
    fc.record({ kind: fc.constant('rate'), process: host, at: moment, rate: fc.constantFrom(0.01, 0.5, 1.5, 3) }),
    fc.record({ kind: fc.constant('crash'), process: host, at: moment, for: fc.option(span(5000)) }),
    fc.record({ kind: fc.constant('restart'), process: host, at: moment, for: span(2000) }),
    ...(told.length > 0
      ? [fc.tuple(fc.constantFrom(...told), moment).map(([each, at]) => ({ kind: 'command', ...each, at }))]
      : []),
  );
}

/** Any settings that the page could give a service. */
function anyLock({ id, tokens, fields }: Service<LockSettings>): fc.Arbitrary<LockSettings> {
  const values: Record<string, fc.Arbitrary<unknown>> = { service: fc.constant(id) };
  if (tokens.length > 0) values['token'] = fc.constantFrom(...tokens.map(({ value }) => value));
  for (const { path, kind, options = [], min = 0, max = 20_000 } of fields) {
    const name = path.replace(/^lock\./, '');
    if (kind === 'choice') values[name] = fc.constantFrom(...options.map(({ value }) => value));
    else if (kind === 'switch') values[name] = fc.boolean();
    else values[name] = fc.integer({ min, max: Math.min(max, Math.max(min, 12_000)) });
  }
  return fc
    .record(values)
    .map((settings) => ({ ...settings }))
    .filter((settings) => v.safeParse(serviceSchema, settings).success)
    .map((settings) => v.parse(serviceSchema, settings));
}

const anyService = fc.constantFrom(...services).chain((service) => anyLock(service));

/** At most 800 events, so that a polling client ends in good time. */
export const anyScenario: fc.Arbitrary<Scenario> = anyService.chain((lock) =>
  fc
    .record({
      version: fc.constant(1 as const),
      seed: fc.nat({ max: 1000 }),
      lock: fc.constant(lock),
      clients: fc.integer({ min: 0, max: 4 }).chain((n) => fc.tuple(...names.slice(0, n).map(client))),
      storage: fc.record({
        check: fc.constantFrom(...CHECKS.map(({ value }) => value)),
        fenceReads: fc.boolean(),
        atomic: fc.boolean(),
        gap: span(3000),
        durable: fc.boolean(),
        withoutToken: fc.constantFrom('refuse', 'accept'),
      }),
      network: fc.record({ latency: span(1000), jitter: span(500) }),
      faults: fc.array(anyFault(['A', 'B', 'storage', ...hostsOf(lock)], serviceOf(lock.service).commands), {
        maxLength: 6,
      }),
      limits: fc.constant({ events: 800 }),
    })
    .map((input) => scenario(input as unknown as ScenarioInput)),
);
