import { setup } from 'xstate';
import { act, type From, send, set } from '../../kernel/actions.ts';
import { holderOf } from '../claim.ts';
import { note } from '../notes.ts';

/**
 * One row: an owner, a version and an expiry. Every update is one statement with its condition in it:
 * `UPDATE … SET owner, until, version = version + 1 WHERE …`.
 *
 * - database: `until <= now()`. The lease is a timer on the database's own wall clock.
 * - client: `until <= :now`, where both are readings of clients' clocks, kept as plain numbers: the two can be of different
 *   clients, and so no one timer can stand for the comparison. The timer here only tells when the lease that was stored has
 *   lasted; the row does not act by it.
 * - watch: `version = :seen`. Nothing here ends a lease: whoever takes it over has watched it on a clock of their own
 *   (DynamoDB's lock client, Kubernetes' leader election).
 */

interface RowInput {
  readonly lock: string;
  readonly clock: 'database' | 'client' | 'watch';
  readonly version: number;
  /** Whether the version is used as a token. */
  readonly token: 'none' | 'version';
}

interface Context extends RowInput {
  readonly owner: string | null;
  readonly ttl: number;
  /** Until when by the owner's clock; 0: at once. */
  readonly until: number;
}

/** `now`: the asker's clock, where it counts. `seen`: the version that it has read. */
export type RowRequest = From<{
  type: 'update' | 'renew' | 'release' | 'release-by-name' | 'read';
  value: string;
  ttl: number;
  now: number;
  seen: number;
  re: number;
  says: string;
}>;

type Args = { context: Context; event: RowRequest };

const answer = ({ event }: Args, type: 'OK' | 'no' | 'row', says: string, more: object = {}) =>
  send(event.from, { type, re: event.re, says, ...more });
const asker = ({ event }: Args) => holderOf(event.value);

export const leaseRow = setup({
  types: { context: {} as Context, events: {} as RowRequest, input: {} as RowInput },
  actions: {
    grant: act((args: Args, { over }: { over: boolean }) => {
      const { context, event } = args;
      const { lock, owner, clock } = context;
      const version = context.version + 1;
      const token = context.token === 'version' ? version : null;
      const granted = { lock, claim: event.value, holder: asker(args), token, ttl: event.ttl };
      // by a watcher's count the lease is over: that is the rule here
      const watched = owner !== null && clock === 'watch';
      return [
        set<Context>({ owner: event.value, version, ttl: event.ttl, until: event.now + event.ttl }),
        ...(watched && owner !== event.value ? [note('expire', { lock, claim: owner })] : []),
        note('grant', over || watched || owner === null ? granted : { ...granted, replaced: owner }),
        answer(args, 'OK', 'yours', { version, token }),
      ];
    }),
    deny: act((args: Args) => [
      note('deny', {
        lock: args.context.lock,
        claim: args.event.value,
        holder: asker(args),
        heldBy: args.context.owner ?? '',
      }),
      answer(args, 'no', 'taken', { owner: args.context.owner, version: args.context.version }),
    ]),
    extend: act((args: Args) => {
      const { lock, version } = args.context;
      const { value, ttl, now } = args.event;
      return [
        set<Context>({ version: version + 1, ttl, until: now + ttl }),
        note('extend', { lock, claim: value, by: asker(args), ttl }),
        answer(args, 'OK', 'extended', { version: version + 1 }),
      ];
    }),
    refuseExtend: act((args: Args) => [
      note('extend-refused', { lock: args.context.lock, claim: args.event.value, by: asker(args) }),
      answer(args, 'no', 'not yours'),
    ]),
    release: act((args: Args) => {
      const { lock, owner, version } = args.context;
      return [
        set<Context>({ owner: null, ttl: 0, until: 0, version: version + 1 }),
        note('release', { lock, claim: owner ?? '', by: asker(args) }),
        answer(args, 'OK', 'released'),
      ];
    }),
    refuseRelease: act((args: Args) => [
      note('release-refused', { lock: args.context.lock, claim: args.event.value, by: asker(args) }),
      answer(args, 'no', 'not yours'),
    ]),
    expire: act(({ context: { lock, owner } }: { context: Context }) => [note('expire', { lock, claim: owner ?? '' })]),
    forget: act(() => [set<Context>({ owner: null, ttl: 0, until: 0 })]),
    tell: act((args: Args) => {
      const { owner, version } = args.context;
      return [answer(args, 'row', owner === null ? 'free' : `${holderOf(owner)} · ${version}`, { owner, version })];
    }),
  },
  guards: {
    isMine: ({ context, event }) => event.value === context.owner,
    mayTake: ({ context, event }) =>
      context.clock === 'client'
        ? context.until <= event.now
        : context.clock === 'watch'
          ? event.seen === context.version
          : false,
    byDatabase: ({ context }) => context.clock === 'database',
  },
  delays: { ttl: ({ context }) => (context.clock === 'watch' ? Number.POSITIVE_INFINITY : context.ttl) },
}).createMachine({
  id: 'row',
  context: ({ input }) => ({ ...input, owner: null, ttl: 0, until: 0 }),
  initial: 'free',
  on: { read: { actions: 'tell' } },
  states: {
    free: {
      on: {
        update: [
          {
            guard: ({ context, event }) => context.clock !== 'watch' || event.seen === context.version,
            target: 'held',
            actions: { type: 'grant', params: { over: true } },
          },
          { actions: 'deny' },
        ],
        renew: { actions: 'refuseExtend' },
        release: { actions: 'refuseRelease' },
        'release-by-name': { actions: 'refuseRelease' },
      },
    },
    held: {
      after: {
        ttl: [
          { guard: 'byDatabase', target: 'free', actions: ['expire', 'forget'] },
          { target: 'overdue', actions: 'expire' },
        ],
      },
      on: {
        update: [
          { guard: 'mayTake', target: 'held', reenter: true, actions: { type: 'grant', params: { over: false } } },
          { actions: 'deny' },
        ],
        renew: [{ guard: 'isMine', target: 'held', reenter: true, actions: 'extend' }, { actions: 'refuseExtend' }],
        release: [{ guard: 'isMine', target: 'free', actions: 'release' }, { actions: 'refuseRelease' }],
        'release-by-name': { target: 'free', actions: 'release' },
      },
    },
    /** The lease has lasted, and the row still names its owner: it is anybody's by whose clock it is over. */
    overdue: {
      on: {
        update: [
          { guard: 'mayTake', target: 'held', actions: { type: 'grant', params: { over: true } } },
          { actions: 'deny' },
        ],
        renew: [{ guard: 'isMine', target: 'held', actions: 'extend' }, { actions: 'refuseExtend' }],
        release: [{ guard: 'isMine', target: 'free', actions: 'release' }, { actions: 'refuseRelease' }],
        'release-by-name': { target: 'free', actions: 'release' },
      },
    },
  },
});
