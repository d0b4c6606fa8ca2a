import * as v from 'valibot';
import { serviceSchema } from '../model/registry.ts';
import { CHECKS } from '../model/storage/checks.ts';

/** The version of the document that this build writes. Older ones are migrated (migrate.ts). */
export const VERSION = 1;

/** The hard limits of a document: what a stranger's link can ask of a reader's machine. Times in ms. */
export const LIMITS = {
  clients: 8,
  faults: 200,
  time: 3_600_000,
  events: 100_000,
  title: 120,
  summary: 600,
} as const;

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
/** A span of time in whole ms, from 0 (or `min`) to one hour. */
const ms = (min = 0, max: number = LIMITS.time) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const name = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,19}$/, 'a name of letters, digits and -, at most 20'));
/** The name of a lock, a document or a command. */
const word = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,29}$/, 'a name of small letters, digits and -, at most 30'));
/** A message's address, `A→redis·2`: the second that A sends to redis. */
const message = v.pipe(v.string(), v.regex(/^[\w-]+→[\w-]+·\d+′?$/, 'a message such as A→redis·2'));
/** A time in ms, or a program point: `A after checked`, `A after written·2` for the second time. */
const moment = v.union([
  ms(),
  v.pipe(v.string(), v.regex(/^[\w-]+ after [a-z]+(·\d+)?$/, 'a time in ms, or a point such as "A after checked"')),
]);
const sides = v.strictTuple([v.pipe(v.array(name), v.minLength(1)), v.pipe(v.array(name), v.minLength(1))]);

/** What goes wrong. Where it goes wrong is a stable address, so that it still means the same after another edit. */
export const faultSchema = v.variant('kind', [
  /** The process takes no step for `for` ms. `part`: only its timers of that name wait (`renewal`, `step`), and the rest goes on. */
  v.strictObject({
    kind: v.literal('pause'),
    process: name,
    at: moment,
    for: ms(),
    part: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z-]{0,29}$/, 'the name of a timer, such as renewal'))),
  }),
  v.strictObject({ kind: v.literal('delay'), message, by: ms() }),
  v.strictObject({ kind: v.literal('drop'), message }),
  /** A second copy arrives `after` ms behind the first. */
  v.strictObject({ kind: v.literal('duplicate'), message, after: ms() }),
  /** What is sent between the two sides is lost; `oneWay`: only from the first to the second. */
  v.strictObject({ kind: v.literal('partition'), sides, at: ms(), for: ms(), oneWay: v.optional(v.boolean(), false) }),
  v.strictObject({ kind: v.literal('latency'), sides, at: ms(), for: ms(), latency: ms(0, 600_000) }),
  /** The wall clock jumps. */
  v.strictObject({
    kind: v.literal('jump'),
    process: name,
    at: moment,
    by: v.pipe(v.number(), v.integer(), v.minValue(-86_400_000), v.maxValue(86_400_000)),
  }),
  /** From then on its clocks tick `rate` ms per ms. */
  v.strictObject({
    kind: v.literal('rate'),
    process: name,
    at: moment,
    rate: v.pipe(v.number(), v.minValue(0.01), v.maxValue(100)),
  }),
  /** It dies, and starts again after `for` ms; null: never. */
  v.strictObject({ kind: v.literal('crash'), process: name, at: moment, for: v.nullable(ms()) }),
  /** It is stopped in order and starts again after `for` ms. */
  v.strictObject({ kind: v.literal('restart'), process: name, at: moment, for: ms() }),
  /** An operator, or the system itself, makes it do something that the service knows: evict a key, promote a replica. */
  v.strictObject({ kind: v.literal('command'), process: name, at: moment, command: word }),
]);

/** Which lock is meant, or whose token is shown, and which document is read or written: where there are several. */
const lock = v.optional(word, 'lock');
const doc = v.optional(word, 'doc');

/** One instruction of a client's program. */
export const instructionSchema = v.variant('do', [
  v.strictObject({ do: v.literal('acquire'), lock }),
  v.strictObject({ do: v.literal('read'), lock, doc }),
  v.strictObject({ do: v.literal('work'), for: ms() }),
  /** "Do I still hold it?": by the client's own clock, or by asking the service. */
  v.strictObject({ do: v.literal('check'), by: v.picklist(['clock', 'service']), lock }),
  v.strictObject({ do: v.literal('write'), lock, doc }),
  /** A side effect outside the storage that cannot be taken back. */
  v.strictObject({ do: v.literal('effect') }),
  v.strictObject({ do: v.literal('release'), lock }),
]);

export const clientSchema = v.strictObject({
  name,
  /** When its program begins. */
  start: v.optional(ms(), 0),
  /** How many times it runs its program, and how long it rests in between. */
  rounds: v.optional(count(1, 100), 1),
  rest: v.optional(ms(), 0),
  program: v.optional(v.pipe(v.array(instructionSchema), v.minLength(1), v.maxLength(40)), [
    { do: 'acquire' },
    { do: 'read' },
    { do: 'write' },
    { do: 'release' },
  ]),
  /** What it has set otherwise than the lock's settings say: a lease of its own length (`ttl`), another quorum. */
  lock: v.optional(v.record(v.string(), v.unknown())),
  /** What to do when somebody else holds the lock: give up, poll, or queue where the service can. `jitter` ms at most are added, from the seed. */
  wait: v.optional(
    v.strictObject({
      policy: v.optional(v.picklist(['give-up', 'poll', 'queue']), 'poll'),
      every: v.optional(ms(1), 1000),
      jitter: v.optional(ms(), 0),
      attempts: v.optional(count(1, 10_000), 1000),
    }),
    {},
  ),
  /** How long to wait for an answer (null: for ever), and then. `resend` is what a library does unasked. */
  timeout: v.optional(
    v.strictObject({
      after: v.optional(v.nullable(ms(1)), null),
      policy: v.optional(v.picklist(['retry', 'resend', 'give-up', 'assume-success']), 'retry'),
    }),
    {},
  ),
  /** Renewal: every n ms (null: never), and what a failed one means. */
  renewal: v.optional(
    v.strictObject({
      every: v.optional(v.nullable(ms(1)), null),
      timeout: v.optional(v.nullable(ms(1)), null),
      onFailure: v.optional(v.picklist(['ignore', 'give-up', 'retry', 'stop']), 'stop'),
    }),
    {},
  ),
  /** The client's own idea of how long its lock is valid: factor × lease, counted from an instant. `never`: it keeps no timer. */
  validity: v.optional(
    v.strictObject({
      from: v.optional(v.picklist(['never', 'send', 'answer', 'first-attempt']), 'never'),
      factor: v.optional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(10)), 1),
    }),
    {},
  ),
  /** What it does on learning that the lock is lost; `notice`: a supervisor looks only every so many ms (0: at once). */
  onLost: v.optional(
    v.strictObject({
      policy: v.optional(v.picklist(['stop', 'go-on']), 'stop'),
      notice: v.optional(ms(), 0),
    }),
    {},
  ),
  /** What it does when storage has a newer version than its write was built on: give the round up, or read again and retry. */
  onConflict: v.optional(v.picklist(['stop', 'retry']), 'stop'),
  release: v.optional(v.picklist(['compare', 'compare-two-steps', 'blind', 'never']), 'compare'),
});

export const storageSchema = v.strictObject({
  /** What a write must show to be taken. */
  check: v.optional(v.picklist(CHECKS.map(({ value }) => value)), 'nothing'),
  /** Reads carry the token too, and raise max seen. */
  fenceReads: v.optional(v.boolean(), false),
  /** Compare and write in one step; if not, `gap` ms lie between them. */
  atomic: v.optional(v.boolean(), true),
  gap: v.optional(ms(), 1000),
  /** Max seen lives beside the data; if not, a restart sets it to 0. */
  durable: v.optional(v.boolean(), true),
  /** A write that carries no token, where a check wants one. */
  withoutToken: v.optional(v.picklist(['refuse', 'accept']), 'refuse'),
});

const networkSchema = v.strictObject({
  /** One way, in ms; `jitter` at most are added, from the seed. */
  latency: v.optional(ms(0, 600_000), 400),
  jitter: v.optional(ms(0, 600_000), 0),
});

const narrationSchema = v.array(
  v.strictObject({ at: moment, text: text(600), ask: v.optional(text(300)), answer: v.optional(text(600)) }),
);

/** The whole document. Everything that a timeline depends on is in it. */
export const scenarioSchema = v.strictObject({
  version: v.literal(VERSION),
  id: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/)), 'untitled'),
  title: v.optional(text(LIMITS.title), 'Untitled'),
  summary: v.optional(text(LIMITS.summary), ''),
  seed: v.optional(count(0, 0xffffffff), 1),
  lock: v.optional(serviceSchema, { service: 'redis' }),
  clients: v.pipe(v.array(clientSchema), v.maxLength(LIMITS.clients)),
  storage: v.optional(storageSchema, {}),
  network: v.optional(networkSchema, {}),
  faults: v.optional(v.pipe(v.array(faultSchema), v.maxLength(LIMITS.faults)), []),
  narration: v.optional(narrationSchema, []),
  limits: v.optional(
    v.strictObject({
      /** The run stops at this true time. */
      time: v.optional(ms(1), 120_000),
      events: v.optional(count(1, LIMITS.events), 10_000),
    }),
    {},
  ),
});

export type Scenario = v.InferOutput<typeof scenarioSchema>;
export type ScenarioInput = v.InferInput<typeof scenarioSchema>;
export type Client = Scenario['clients'][number];
export type Fault = Scenario['faults'][number];
