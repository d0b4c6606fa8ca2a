import { setup } from 'xstate';
import { act, type From, send, set } from '../../kernel/actions.ts';
import { holderOf } from '../claim.ts';
import { note } from '../notes.ts';

/**
 * One Redis server, as far as a lock needs it: the lock's key and a counter.
 *
 * A key with an expiry is absent to every command from its end on, by the server's wall clock, judged when a command
 * runs [redis-expiry-instant, redis-wall-forward, redis-wall-back, redis-server-paused]. So the lease is an `after` on the
 * wall clock, and a due one comes before any command that waits.
 */

export interface RedisInput {
  readonly lock: string;
  readonly persistence: 'none' | 'aof' | 'rdb';
  /** What the counter stands at. */
  readonly counter: number;
}

interface Context extends RedisInput {
  /** The key's value; null: there is no key. */
  readonly value: string | null;
  /** How long the key lives, in ms; null: for ever. */
  readonly ttl: number | null;
}

type Command =
  /** `if`: absent is NX, present is XX. `incr`: in one script with INCR [redis-lua-grant-and-token]. */
  | { type: 'SET'; value: string; px: number | null; if: 'absent' | 'present' | 'absent-or-mine'; incr: boolean }
  | { type: 'PEXPIRE'; value: string; px: number }
  | { type: 'DEL'; value: string }
  | { type: 'GET'; value: string }
  | { type: 'INCR'; value: string }
  /** The scripts that compare the value first [redis-cae, redis-cad]. */
  | { type: 'compare-and-extend'; value: string; px: number }
  | { type: 'compare-and-delete'; value: string };

/**
 * `re` numbers a client's requests: which answer belongs to which (in Redis, the order on the connection).
 * `value` is the asker's own; only the comparing commands send it to the real server.
 */
export type Request = From<Command & { re: number; says: string }>;
type Event = Request | { type: 'restart'; graceful: boolean };

type Args = { context: Context; event: Request };

const answer = ({ event }: Args, type: 'OK' | 'nil' | 'value', says: string, more: object = {}) =>
  send(event.from, { type, re: event.re, says, ...more });
const asker = ({ event }: Args) => holderOf(event.value);

export const redisNode = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as RedisInput },
  actions: {
    grant: act((args: Args) => {
      const { context, event } = args;
      if (event.type !== 'SET') return [];
      const { lock, value, counter } = context;
      const token = event.incr ? counter + 1 : null;
      const granted = { lock, claim: event.value, holder: asker(args), token, ttl: event.px };
      return [
        set<Context>({ value: event.value, ttl: event.px, counter: token ?? counter }),
        note('grant', value === null || value === event.value ? granted : { ...granted, replaced: value }),
        answer(args, 'OK', 'granted', { token }),
      ];
    }),
    deny: act((args: Args) => [
      note('deny', {
        lock: args.context.lock,
        claim: args.event.value,
        holder: asker(args),
        heldBy: args.context.value ?? '',
      }),
      answer(args, 'nil', 'taken'),
    ]),
    extend: act((args: Args) => {
      const { context, event } = args;
      const ttl = 'px' in event ? event.px : null;
      return [
        set<Context>({ ttl }),
        note('extend', { lock: context.lock, claim: context.value ?? '', by: asker(args), ttl }),
        answer(args, 'OK', 'extended'),
      ];
    }),
    refuseExtend: act((args: Args) => [
      note('extend-refused', { lock: args.context.lock, claim: args.event.value, by: asker(args) }),
      answer(args, 'nil', 'not yours'),
    ]),
    release: act((args: Args) => [
      set<Context>({ value: null, ttl: null }),
      note('release', { lock: args.context.lock, claim: args.context.value ?? '', by: asker(args) }),
      answer(args, 'OK', 'released'),
    ]),
    refuseRelease: act((args: Args) => [
      note('release-refused', { lock: args.context.lock, claim: args.event.value, by: asker(args) }),
      answer(args, 'nil', 'not yours'),
    ]),
    expire: act(({ context }: { context: Context }) => [
      set<Context>({ value: null, ttl: null }),
      note('expire', { lock: context.lock, claim: context.value ?? '' }),
    ]),
    tell: act((args: Args) => {
      const { value } = args.context;
      return [answer(args, 'value', value === null ? 'nobody' : `${holderOf(value)} holds`, { value })];
    }),
    /** A token by a command of its own: its order and the grants' can differ [redis-incr-apart-from-lock]. */
    count: act((args: Args) => {
      const token = args.context.counter + 1;
      return [
        set<Context>({ counter: token }),
        note('token', { lock: args.context.lock, claim: args.event.value, token }),
        answer(args, 'OK', `token ${token}`, { token }),
      ];
    }),
    forget: act(({ context: { lock, value, counter } }: { context: Context }) => [
      set<Context>({ value: null, ttl: null, counter: 0 }),
      ...(value === null && counter === 0 ? [] : [note('forget', { lock, claim: value, counter: counter > 0 })]),
    ]),
  },
  guards: {
    ifPresent: ({ event }) => event.type === 'SET' && event.if === 'present',
    ifMine: ({ context, event }) =>
      event.type === 'SET' && event.if === 'absent-or-mine' && event.value === context.value,
    isMine: ({ context, event }) => 'value' in event && event.value === context.value,
    /** AOF outlives the process's death; a snapshot is only sure of an orderly stop [redis-incr-restart, redis-lock-restart]. */
    remembers: ({ context, event }) =>
      event.type === 'restart' && (context.persistence === 'aof' || (context.persistence === 'rdb' && event.graceful)),
  },
  delays: {
    ttl: ({ context }) => context.ttl ?? Number.POSITIVE_INFINITY,
  },
}).createMachine({
  id: 'redis',
  context: ({ input }) => ({ ...input, value: null, ttl: null }),
  initial: 'free',
  on: {
    GET: { actions: 'tell' },
    INCR: { actions: 'count' },
    restart: [{ guard: 'remembers' }, { target: '.free', actions: 'forget' }],
  },
  states: {
    free: {
      on: {
        SET: [
          { guard: 'ifPresent', actions: 'refuseExtend' },
          { target: 'held', actions: 'grant' },
        ],
        PEXPIRE: { actions: 'refuseExtend' },
        DEL: { actions: 'refuseRelease' },
        'compare-and-extend': { actions: 'refuseExtend' },
        'compare-and-delete': { actions: 'refuseRelease' },
      },
    },
    held: {
      after: { ttl: { target: 'free', actions: 'expire' } },
      on: {
        SET: [
          { guard: 'ifMine', target: 'held', reenter: true, actions: 'extend' },
          // SET … XX takes the lock back from whoever has it [redis-set-xx-steals]
          { guard: 'ifPresent', target: 'held', reenter: true, actions: 'grant' },
          { actions: 'deny' },
        ],
        // by the key's name: whoever holds it now gets the longer lease [redis-pexpire-by-name]
        PEXPIRE: { target: 'held', reenter: true, actions: 'extend' },
        // and whoever holds it now loses it [redis-blind-del]
        DEL: { target: 'free', actions: 'release' },
        'compare-and-extend': [
          { guard: 'isMine', target: 'held', reenter: true, actions: 'extend' },
          { actions: 'refuseExtend' },
        ],
        'compare-and-delete': [{ guard: 'isMine', target: 'free', actions: 'release' }, { actions: 'refuseRelease' }],
      },
    },
  },
});
