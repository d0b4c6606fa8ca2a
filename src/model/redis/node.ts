import { setup } from 'xstate';
import { act, type Deed, type From, send, set, start, stop } from '../../kernel/actions.ts';
import { holderOf } from '../claim.ts';
import { note } from '../notes.ts';

/**
 * One Redis server, as far as a lock needs it: the lock's key and a counter. With a peer, one of the two is the primary and
 * sends the other all that changes, without waiting for it [redis-replica-lag-lock, redis-replica-lag-token].
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
  readonly replication?: Replication;
}

interface Replication {
  readonly peer: string;
  /** The part that it begins with. */
  readonly part: 'primary' | 'replica';
  /** `min-replicas-to-write 1`: no write once the replica has been silent for so many ms; null: writes go on. */
  readonly maxLag: number | null;
}

interface Context extends RedisInput {
  /** The key's value; null: there is no key. */
  readonly value: string | null;
  /** How long the key lives, in ms; null: for ever. */
  readonly ttl: number | null;
  /** How many promotions there were; who knows of fewer is the old primary. */
  readonly epoch: number;
  /** How many changes it has sent, and how many of them the replica has acknowledged. */
  readonly offset: number;
  readonly acked: number;
  /** As a replica: the lease is over by its own clock. The key stays until the primary deletes it [redis-replica-expiry]. */
  readonly over: boolean;
  /** The replica has been silent for too long. */
  readonly lagging: boolean;
  /** Who waits for the replica (`WAIT`): the request, and for which change. */
  readonly waiters: readonly { readonly to: string; readonly re: number; readonly offset: number }[];
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
  | { type: 'compare-and-delete'; value: string }
  | { type: 'WAIT'; value: string; timeout: number };

/**
 * `re` numbers a client's requests: which answer belongs to which (in Redis, the order on the connection).
 * `value` is the asker's own; only the comparing commands send it to the real server.
 */
export type Request = From<Command & { re: number; says: string }>;

/** The whole of the key and the counter: what a primary sends, and what takes the place of what the other had. */
type Copy = Pick<Context, 'value' | 'ttl' | 'counter' | 'epoch' | 'offset'>;
type Peer = From<
  | ({ type: 'replicate' | 'take-over' | 'follow'; lease?: boolean } & Copy)
  | { type: 'ack'; offset: number; epoch: number }
  | { type: 'hello' | 'sync'; epoch: number }
>;
type Operator = { type: 'restart'; graceful: boolean } | { type: 'failover' | 'hand-over' | 'evict' | 'evict-counter' };
type Event = Request | Peer | Operator | { type: 'late' | 'ttl' } | { type: 'waited'; to: string; re: number };

type Args = { context: Context; event: Request };
type Any = { context: Context; event: Event };
type Told = { context: Context; event: Peer };

const answer = ({ event }: Args, type: 'OK' | 'nil' | 'value', says: string, more: object = {}) =>
  send(event.from, { type, re: event.re, says, ...more });
const asker = ({ event }: Args) => holderOf(event.value);

const copyOf = ({ value, ttl, counter, epoch, offset }: Context): Copy => ({ value, ttl, counter, epoch, offset });

const expectEnd = (ttl: number | null): Deed[] => (ttl === null ? [stop('ttl')] : [start('ttl', { type: 'ttl' }, ttl)]);

/** Changes the key or the counter, and sends the change on. */
function change(context: Context, changed: Partial<Pick<Context, 'value' | 'ttl' | 'counter'>>): Deed[] {
  const { replication, offset, acked, lagging } = context;
  const lease = 'ttl' in changed;
  const timed = lease ? expectEnd(changed.ttl ?? null) : [];
  if (!replication) return [set<Context>(changed), ...timed];
  const next = { ...context, ...changed, offset: offset + 1 };
  return [
    set<Context>({ ...changed, offset: next.offset }),
    ...timed,
    send(replication.peer, { type: 'replicate', says: 'replicate', ...copyOf(next), lease }),
    ...(offset === acked && !lagging && replication.maxLag !== null
      ? [start('lag', { type: 'late' }, replication.maxLag)]
      : []),
  ];
}

/**
 * Takes the other's copy for its own. A lease that it has not had yet runs from here; in Redis its end is an instant, which is
 * earlier by as long as the copy travelled.
 */
function adopt({ context, event }: Told): Deed[] {
  if (!('counter' in event)) return [];
  const { value, ttl, counter, epoch, offset, lease = false } = event;
  const anew = lease || value !== context.value;
  return [
    set<Context>({ value, ttl, counter, epoch, offset, acked: offset, lagging: false }),
    ...(anew ? [set<Context>({ over: false }), ...expectEnd(value === null ? null : ttl)] : []),
  ];
}

/** What it has and the other does not is thrown away [redis-old-primary-rejoins]. */
function throwAway({ context, event }: Told): Deed[] {
  if (!('counter' in event)) return [];
  const { lock, value, counter } = context;
  const lost = value !== null && value !== event.value;
  return lost || counter > event.counter
    ? [note('forget', { lock, claim: lost ? value : null, counter: counter > event.counter })]
    : [];
}

/** It is no primary any more, or not one yet: nobody waits for its replica. */
const leave = (context: Context): Deed[] => [
  stop('lag'),
  ...context.waiters.flatMap(({ to, re }) => [
    stop(`wait:${to}/${re}`),
    send(to, { type: 'value', re, says: 'replicas: 0', value: null, replicas: 0 }),
  ]),
  set<Context>({ waiters: [], lagging: false }),
];

const toPeer = (context: Context, type: string, more: object = {}): Deed[] =>
  context.replication ? [send(context.replication.peer, { type, says: type, ...more })] : [];

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
        ...change(context, { value: event.value, ttl: event.px, counter: token ?? counter }),
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
        ...change(context, { ttl }),
        note('extend', { lock: context.lock, claim: context.value ?? '', by: asker(args), ttl }),
        answer(args, 'OK', 'extended'),
      ];
    }),
    refuseExtend: act((args: Args) => [
      note('extend-refused', { lock: args.context.lock, claim: args.event.value, by: asker(args) }),
      answer(args, 'nil', 'not yours'),
    ]),
    release: act((args: Args) => [
      ...change(args.context, { value: null, ttl: null }),
      note('release', { lock: args.context.lock, claim: args.context.value ?? '', by: asker(args) }),
      answer(args, 'OK', 'released'),
    ]),
    refuseRelease: act((args: Args) => [
      note('release-refused', { lock: args.context.lock, claim: args.event.value, by: asker(args) }),
      answer(args, 'nil', 'not yours'),
    ]),
    expire: act(({ context }: { context: Context }) => [
      ...change(context, { value: null, ttl: null }),
      note('expire', { lock: context.lock, claim: context.value ?? '' }),
    ]),
    tell: act((args: Args) => {
      const { value } = args.context;
      return [answer(args, 'value', value === null ? 'nobody' : `${holderOf(value)} holds`, { value })];
    }),
    tellNobody: act((args: Args) => [answer(args, 'value', 'nobody', { value: null })]),
    /** A token by a command of its own: its order and the grants' can differ [redis-incr-apart-from-lock]. */
    count: act((args: Args) => {
      const token = args.context.counter + 1;
      return [
        ...change(args.context, { counter: token }),
        note('token', { lock: args.context.lock, claim: args.event.value, token }),
        answer(args, 'OK', `token ${token}`, { token }),
      ];
    }),
    forget: act(({ context: { lock, value, counter } }: { context: Context }) => [
      set<Context>({ value: null, ttl: null, counter: 0, over: false }),
      stop('ttl'),
      ...(value === null && counter === 0 ? [] : [note('forget', { lock, claim: value, counter: counter > 0 })]),
    ]),
    /** Cleared by an operator, or for want of memory [redis-eviction]. */
    evict: act(({ context }: Any) =>
      context.value === null
        ? []
        : [
            ...change(context, { value: null, ttl: null }),
            note('forget', { lock: context.lock, claim: context.value, counter: false }),
          ],
    ),
    evictCounter: act(({ context }: Any) =>
      context.counter === 0
        ? []
        : [...change(context, { counter: 0 }), note('forget', { lock: context.lock, claim: null, counter: true })],
    ),
    standing: act(({ context, event }: { context: Context; event: From<{ re: number; claim: string }> }) => {
      const held = event.claim === context.value;
      return [send(event.from, { type: 'stands', re: event.re, claim: event.claim, held })];
    }),
    refuseWrite: act((args: Args) => [answer(args, 'nil', 'READONLY', { error: 'READONLY' })]),
    /** A refused write shows whether the replica is back. */
    refuseLagging: act((args: Args) => [
      answer(args, 'nil', 'NOREPLICAS', { error: 'NOREPLICAS' }),
      ...toPeer(args.context, 'replicate', copyOf(args.context)),
    ]),
    late: act(({ context }: Any) => (context.acked < context.offset ? [set<Context>({ lagging: true })] : [])),
    acknowledged: act(({ context, event }: { context: Context; event: { offset: number } }) => {
      const acked = Math.max(context.acked, event.offset);
      const heard = context.waiters.filter(({ offset }) => offset <= acked);
      return [
        set<Context>({ acked, lagging: false, waiters: context.waiters.filter(({ offset }) => offset > acked) }),
        ...(acked >= context.offset ? [stop('lag')] : []),
        ...heard.flatMap(({ to, re }) => [
          stop(`wait:${to}/${re}`),
          send(to, { type: 'value', re, says: 'replicas: 1', value: null, replicas: 1 }),
        ]),
      ];
    }),
    /** How many replicas have it by now: a report, which undoes nothing [redis-wait]. */
    wait: act((args: Args) => {
      const { context, event } = args;
      if (event.type !== 'WAIT') return [];
      const { from: to, re, timeout } = event;
      if (!context.replication || context.acked >= context.offset) {
        const replicas = context.replication ? 1 : 0;
        return [answer(args, 'value', `replicas: ${replicas}`, { value: null, replicas })];
      }
      return [
        set<Context>({ waiters: [...context.waiters, { to, re, offset: context.offset }] }),
        start(`wait:${to}/${re}`, { type: 'waited', to, re }, timeout),
      ];
    }),
    waited: act(({ context, event: { to, re } }: { context: Context; event: { to: string; re: number } }) => [
      set<Context>({ waiters: context.waiters.filter((each) => each.to !== to || each.re !== re) }),
      send(to, { type: 'value', re, says: 'replicas: 0', value: null, replicas: 0 }),
    ]),
    adopt: act((args: Told) => adopt(args)),
    acknowledge: act(({ event }: Told) =>
      'counter' in event
        ? [send(event.from, { type: 'ack', says: 'ack', offset: event.offset, epoch: event.epoch })]
        : [],
    ),
    /** From now on it is the primary with what it has, and the other, if it hears of it, is its replica. */
    promote: act(({ context }: Any) => {
      const next = { ...context, epoch: context.epoch + 1, offset: context.offset + 1 };
      return [
        set<Context>({ epoch: next.epoch, offset: next.offset, acked: context.offset, over: false, lagging: false }),
        ...toPeer(context, 'follow', copyOf(next)),
      ];
    }),
    /** A planned FAILOVER: the other gets all there is before it takes over [redis-failover-command]. */
    handOver: act(({ context }: Any) => [
      ...toPeer(context, 'take-over', { ...copyOf(context), epoch: context.epoch + 1 }),
      ...leave(context),
    ]),
    stepDown: act((args: Told) => [...throwAway(args), ...leave(args.context), ...adopt(args)]),
    tellWhoLeads: act(({ context }: Any) => toPeer(context, 'follow', copyOf(context))),
    runOut: act(() => [set<Context>({ over: true })]),
    askForSync: act(({ context }: Any) => toPeer(context, 'sync', { epoch: context.epoch })),
    askWhoLeads: act(({ context }: Any) => [...leave(context), ...toPeer(context, 'hello', { epoch: context.epoch })]),
  },
  guards: {
    ifPresent: ({ event }) => event.type === 'SET' && event.if === 'present',
    ifMine: ({ context, event }) =>
      event.type === 'SET' && event.if === 'absent-or-mine' && event.value === context.value,
    isMine: ({ context, event }) => 'value' in event && event.value === context.value,
    follows: ({ context }) => context.replication?.part === 'replica' && context.epoch === 0,
    lags: ({ context }) => context.lagging && context.replication?.maxLag !== null,
    isNewer: ({ context, event }) => 'epoch' in event && event.epoch > context.epoch,
    isNew: ({ context, event }) =>
      'offset' in event &&
      (event.epoch > context.epoch || (event.epoch === context.epoch && event.offset >= context.offset)),
    isOlder: ({ context, event }) => 'epoch' in event && event.epoch < context.epoch,
    isOfNow: ({ context, event }) => 'epoch' in event && event.epoch === context.epoch,
    isOver: ({ context }) => context.over,
    isKey: ({ context }) => context.value !== null,
    hasPeer: ({ context }) => context.replication !== undefined,
    /** AOF outlives the process's death; a snapshot is only sure of an orderly stop [redis-incr-restart, redis-lock-restart]. */
    remembers: ({ context, event }) =>
      event.type === 'restart' && (context.persistence === 'aof' || (context.persistence === 'rdb' && event.graceful)),
  },
}).createMachine({
  id: 'redis',
  context: ({ input }) => ({
    ...input,
    value: null,
    ttl: null,
    epoch: 0,
    offset: 0,
    acked: 0,
    over: false,
    lagging: false,
    waiters: [],
  }),
  initial: 'free',
  on: {
    GET: { actions: 'tell' },
    'stands?': { actions: 'standing' },
    INCR: [{ guard: 'lags', actions: 'refuseLagging' }, { actions: 'count' }],
    WAIT: { actions: 'wait' },
    waited: { actions: 'waited' },
    late: { actions: 'late' },
    'evict-counter': { actions: 'evictCounter' },
    restart: [
      { guard: 'remembers', actions: 'askWhoLeads' },
      { target: '.free', actions: ['forget', 'askWhoLeads'] },
    ],
    ack: { guard: 'isOfNow', actions: 'acknowledged' },
    hello: { actions: 'tellWhoLeads' },
    sync: { actions: 'tellWhoLeads' },
    // a primary that hears of a newer one becomes its replica; an older one is told
    follow: { guard: 'isNewer', target: '.replica', actions: ['stepDown', 'acknowledge'] },
    'take-over': { guard: 'isNewer', target: '.free', actions: ['adopt', 'tellWhoLeads'] },
    replicate: [
      { guard: 'isNewer', target: '.replica', actions: ['stepDown', 'acknowledge'] },
      { guard: 'isOlder', actions: 'tellWhoLeads' },
    ],
  },
  states: {
    free: {
      always: [
        { guard: 'follows', target: 'replica' },
        { guard: 'isKey', target: 'held' },
      ],
      on: {
        SET: [
          { guard: 'lags', actions: 'refuseLagging' },
          { guard: 'ifPresent', actions: 'refuseExtend' },
          { target: 'held', actions: 'grant' },
        ],
        PEXPIRE: { actions: 'refuseExtend' },
        DEL: { actions: 'refuseRelease' },
        'compare-and-extend': { actions: 'refuseExtend' },
        'compare-and-delete': { actions: 'refuseRelease' },
        'hand-over': { guard: 'hasPeer', target: 'replica', actions: 'handOver' },
      },
    },
    held: {
      on: {
        ttl: { target: 'free', actions: 'expire' },
        SET: [
          { guard: 'lags', actions: 'refuseLagging' },
          { guard: 'ifMine', actions: 'extend' },
          // SET … XX takes the lock back from whoever has it [redis-set-xx-steals]
          { guard: 'ifPresent', actions: 'grant' },
          { actions: 'deny' },
        ],
        // by the key's name: whoever holds it now gets the longer lease [redis-pexpire-by-name]
        PEXPIRE: [{ guard: 'lags', actions: 'refuseLagging' }, { actions: 'extend' }],
        // and whoever holds it now loses it [redis-blind-del]
        DEL: [
          { guard: 'lags', actions: 'refuseLagging' },
          { target: 'free', actions: 'release' },
        ],
        'compare-and-extend': [
          { guard: 'lags', actions: 'refuseLagging' },
          { guard: 'isMine', actions: 'extend' },
          { actions: 'refuseExtend' },
        ],
        'compare-and-delete': [
          { guard: 'lags', actions: 'refuseLagging' },
          { guard: 'isMine', target: 'free', actions: 'release' },
          { actions: 'refuseRelease' },
        ],
        evict: { target: 'free', actions: 'evict' },
        'hand-over': { guard: 'hasPeer', target: 'replica', actions: 'handOver' },
      },
    },
    /** It takes what its primary sends, and no write from anybody else. */
    replica: {
      on: {
        SET: { actions: 'refuseWrite' },
        INCR: { actions: 'refuseWrite' },
        PEXPIRE: { actions: 'refuseWrite' },
        DEL: { actions: 'refuseWrite' },
        'compare-and-extend': { actions: 'refuseWrite' },
        'compare-and-delete': { actions: 'refuseWrite' },
        WAIT: { actions: 'refuseWrite' },
        'evict-counter': {},
        // in the order of its socket: what came while it was stopped is taken afterwards [redis-frozen-replica-drains]
        replicate: { guard: 'isNew', actions: ['adopt', 'acknowledge'] },
        follow: { guard: 'isNew', actions: ['adopt', 'acknowledge'] },
        'take-over': { guard: 'isNewer', target: 'free', actions: ['adopt', 'tellWhoLeads'] },
        // to begin with, it gets all that its primary has, be that nothing
        hello: { actions: 'askForSync' },
        sync: {},
        ack: {},
        restart: [{ guard: 'remembers', actions: 'askWhoLeads' }, { actions: ['forget', 'askWhoLeads'] }],
        failover: [
          { guard: 'isOver', target: 'free', actions: ['promote', 'expire'] },
          { target: 'free', actions: 'promote' },
        ],
        ttl: { actions: 'runOut' },
        GET: [{ guard: 'isOver', actions: 'tellNobody' }, { actions: 'tell' }],
      },
    },
  },
});
