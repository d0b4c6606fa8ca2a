import { setup } from 'xstate';
import { act, type Deed, type From, send, set, start, stop } from '../../kernel/actions.ts';
import { holderOf } from '../claim.ts';
import { note } from '../notes.ts';

/**
 * One PostgreSQL server, as far as one advisory lock needs it: its holder, its queue, the fence column and the sequence.
 *
 * There is no lease: the lock stays while its session stands [pg-frozen-client, pg-partition]. An idle timeout ends the
 * session with all that it holds [pg-idle-timeouts].
 */

export type Token = 'none' | 'fence' | 'fence-in-transaction' | 'sequence' | 'sequence-cache';

export interface PostgresInput {
  readonly lock: string;
  readonly role: 'primary' | 'standby';
  /** The server that it sends its log to. */
  readonly peer: string | null;
  readonly synchronous: boolean;
  readonly counter: number;
  readonly token: Token;
  readonly scope: 'session' | 'transaction';
  readonly idleTimeout: number;
  readonly lockTimeout: number;
  readonly pool: number;
  /** `client_connection_check_interval` is set. */
  readonly checksConnection: boolean;
}

interface Hold {
  readonly claim: string;
  readonly client: string;
  readonly scope: 'session' | 'transaction';
}

interface Waiter extends Hold {
  readonly session: string;
  readonly re: number;
}

/** An answer that waits for the synchronous standby. */
interface Unconfirmed {
  readonly lsn: number;
  readonly to: string;
  readonly event: { readonly type: string };
  /** Whether it is a COMMIT, whose changes nobody sees until it is over. */
  readonly commit: boolean;
}

interface Context extends Omit<PostgresInput, 'role'> {
  readonly role: 'primary' | 'standby' | 'off';
  /** The session that has the lock, and what it was granted: locks are counted per session [pg-reentrant]. */
  readonly session: string | null;
  readonly holds: readonly Hold[];
  readonly queue: readonly Waiter[];
  readonly fence: number;
  /** The fence in the open transaction; null: untouched. */
  readonly drawn: number | null;
  readonly sequence: number;
  /** Up to where the sequence is logged ahead: 32 values at a time [pg-server-crash]. */
  readonly logged: number;
  /** With a cache, what each session has left of its block [pg-sequence-cache]. */
  readonly blocks: Readonly<Record<string, { readonly next: number; readonly last: number }>>;
  /** The pooler's next server session. */
  readonly turn: number;
  readonly lsn: number;
  readonly unconfirmed: readonly Unconfirmed[];
  /** The session whose long statement runs, and whether its client has gone meanwhile. */
  readonly busy: string | null;
  readonly gone: boolean;
}

type Request =
  | { type: 'lock'; wait: boolean; scope?: 'session' | 'transaction'; autocommit?: boolean }
  | { type: 'unlock' | 'commit' | 'rollback' | 'rollback-to' | 'ping' | 'mine?' | 'nextval' | 'cancel' }
  | { type: 'close' }
  | { type: 'run'; for: number };
type Asked = From<Request & { re: number; claim: string }>;
type Event =
  | Asked
  | From<{ type: 'stands?'; re: number; claim: string | null }>
  | From<{ type: 'wal'; lsn: number; fence: number; sequence: number }>
  | From<{ type: 'flushed'; lsn: number }>
  | { type: 'idle' | 'ran' }
  | { type: 'waited'; claim: string }
  | { type: 'promote' | 'isolate' | 'terminate' }
  | { type: 'restart'; graceful: boolean };
type Args<E = Event> = { context: Context; event: E };

const CACHE = 10;
const LOGGED_AHEAD = 32;

/** Works on a copy of the context and gathers what is to be done. */
class Draft {
  context: Context;
  readonly deeds: Deed[] = [];

  constructor(context: Context) {
    this.context = context;
  }

  change(change: Partial<Context>): void {
    this.context = { ...this.context, ...change };
  }

  get done(): readonly Deed[] {
    return [set<Context>(this.context), ...this.deeds];
  }

  answer(to: string, event: { type: string; [key: string]: unknown }): void {
    this.deeds.push(send(to, event));
  }

  /** Sends the log to the standby. */
  log(): void {
    const { peer, role, lsn, fence, drawn, logged } = this.context;
    this.change({ lsn: lsn + 1 });
    if (peer && role === 'primary')
      this.deeds.push(send(peer, { type: 'wal', lsn: lsn + 1, fence: drawn ?? fence, sequence: logged, says: 'log' }));
  }

  /** Answers now, or once a synchronous standby has the log. */
  confirm(to: string, event: { type: string; [key: string]: unknown }, commit = false): void {
    const { synchronous, peer, role, lsn, unconfirmed } = this.context;
    if (synchronous && peer && role === 'primary')
      this.change({ unconfirmed: [...unconfirmed, { lsn, to, event, commit }] });
    else {
      if (commit) this.finishTransaction(true);
      this.answer(to, event);
    }
  }

  nextval(session: string): number {
    const { token, blocks } = this.context;
    const block = blocks[session];
    if (block && block.next <= block.last) {
      this.change({ blocks: { ...blocks, [session]: { ...block, next: block.next + 1 } } });
      return block.next;
    }
    const first = this.context.sequence + 1;
    const last = this.context.sequence + (token === 'sequence-cache' ? CACHE : 1);
    this.change({ sequence: last });
    if (last > this.context.logged) {
      this.change({ logged: last + LOGGED_AHEAD });
      this.log();
    }
    if (token === 'sequence-cache') {
      const next = { ...blocks, [session]: { next: first + 1, last } };
      this.change({ blocks: Object.fromEntries(Object.entries(next).sort(([a], [b]) => (a < b ? -1 : 1))) });
    }
    return first;
  }

  grant({ session, claim, client, scope, re }: Waiter): void {
    const { lock, token: source, idleTimeout, holds, fence } = this.context;
    let token: number | null = null;
    if (source === 'sequence' || source === 'sequence-cache') token = this.nextval(session);
    // the token of a transaction that rolls back is given again [pg-fence-plus-one]
    if (source === 'fence-in-transaction') {
      token = (this.context.drawn ?? fence) + 1;
      this.change({ drawn: token });
    }
    if (source === 'fence') {
      token = fence + 1;
      this.change({ fence: token });
      this.log();
    }
    this.change({ session, holds: [...holds, { claim, client, scope }] });
    this.deeds.push(note('grant', { lock, claim, holder: holderOf(claim), token, ttl: idleTimeout || null }));
    const event = { type: 'granted', re, token, says: 'granted' };
    if (source === 'fence') this.confirm(client, event);
    else this.answer(client, event);
    this.rest();
  }

  /** The session has done a statement: its idle time begins anew. */
  rest(): void {
    const { idleTimeout, session, pool } = this.context;
    if (session === null || idleTimeout === 0 || pool > 0) this.deeds.push(stop('idle'));
    else this.deeds.push(start('idle', { type: 'idle' }, idleTimeout));
  }

  /** Gives up some of the locks; the queue is served in order [pg-queue-fifo]. */
  release(which: (hold: Hold, nth: number) => boolean, kind: 'release' | 'expire' | 'forget', by = ''): void {
    const { lock } = this.context;
    const gone = this.context.holds.filter(which);
    if (gone.length === 0) return;
    const holds = this.context.holds.filter((hold, nth) => !which(hold, nth));
    for (const { claim } of gone) {
      if (holds.some((each) => each.claim === claim)) continue;
      if (kind === 'release') this.deeds.push(note('release', { lock, claim, by: by || holderOf(claim) }));
      else if (kind === 'expire') this.deeds.push(note('expire', { lock, claim }));
      else this.deeds.push(note('forget', { lock, claim, counter: false }));
    }
    this.change({ holds, session: holds.length > 0 ? this.context.session : null });
    if (holds.length === 0) this.serve();
  }

  serve(): void {
    const [next, ...queue] = this.context.queue;
    this.rest();
    if (!next || this.context.session !== null) return;
    this.change({ queue });
    this.deeds.push(stop(`waited:${next.claim}`));
    this.grant(next);
  }

  finishTransaction(committed: boolean): void {
    const { drawn, fence } = this.context;
    this.change({ drawn: null, fence: committed ? (drawn ?? fence) : fence });
    this.release(({ scope }) => scope === 'transaction', 'release');
  }

  /** The session is over, and with it all that it holds. */
  end(session: string, kind: 'release' | 'expire'): void {
    const queue = this.context.queue.filter((each) => each.session !== session);
    for (const each of this.context.queue) if (each.session === session) this.deeds.push(stop(`waited:${each.claim}`));
    const { [session]: _, ...blocks } = this.context.blocks;
    this.change({ queue, blocks });
    if (this.context.session !== session) return;
    const unconfirmed = this.context.unconfirmed.filter(({ to }) => !this.context.holds.some((h) => h.client === to));
    // a COMMIT that waits for the standby is committed here all the same [pg-sync-standby]
    const commits = this.context.unconfirmed.some(({ commit }) => commit);
    const { drawn, fence } = this.context;
    this.change({ unconfirmed, drawn: null, fence: commits ? (drawn ?? fence) : fence });
    this.release(() => true, kind);
  }

  /** All sessions end: the server has gone. */
  stopAll(kind: 'expire' | 'forget'): void {
    const { queue, holds } = this.context;
    const clients = [...new Set([...holds, ...queue].map(({ client }) => client))];
    for (const { claim } of queue) this.deeds.push(stop(`waited:${claim}`));
    this.change({ queue: [], drawn: null, unconfirmed: [], blocks: {}, busy: null, gone: false });
    this.release(() => true, kind);
    this.deeds.push(stop('idle'), stop('ran'));
    for (const client of clients) this.answer(client, { type: 'closed', says: 'connection closed' });
  }
}

/** Which server session runs the statement: the client's own, or the one that the pooler picks [pgbouncer-transaction-mode]. */
function sessionFor(draft: Draft, event: Asked): string {
  const { pool, turn } = draft.context;
  if (pool === 0 || (event.type === 'lock' ? event.scope : undefined) === 'transaction') return event.from;
  if (draft.context.holds.some(({ scope, client }) => scope === 'transaction' && client === event.from))
    return event.from;
  draft.change({ turn: (turn + 1) % pool });
  return `backend ${turn + 1}`;
}

function lockIt(draft: Draft, event: Extract<Asked, { type: 'lock' }>): void {
  const { context } = draft;
  const { from: client, re, claim, wait } = event;
  const scope = event.scope ?? context.scope;
  const { lock } = context;
  const session = sessionFor(draft, { ...event, scope });
  const deny = () =>
    draft.deeds.push(
      note('deny', { lock, claim, holder: holderOf(claim), heldBy: context.holds.map((h) => h.claim)[0] ?? '' }),
    );
  if (context.role === 'standby' && context.token !== 'none') {
    // a standby gives locks, and takes no writes [scenario-5-postgres-failover]
    deny();
    draft.answer(client, { type: 'denied', re, says: 'read-only' });
  } else if (context.session === null || context.session === session) {
    draft.grant({ session, claim, client, scope, re });
    // outside a transaction it lasts one statement [pg-xact-lock-release]
    if (event.autocommit && scope === 'transaction') draft.finishTransaction(true);
  } else if (wait) {
    deny();
    const others = draft.context.queue.filter((each) => each.client !== client);
    draft.change({ queue: [...others, { session, claim, client, scope, re }] });
    if (context.lockTimeout > 0)
      draft.deeds.push(start(`waited:${claim}`, { type: 'waited', claim }, context.lockTimeout));
  } else {
    deny();
    draft.answer(client, { type: 'denied', re, says: 'taken' });
  }
}

function statement(draft: Draft, event: Asked): void {
  const { from, re, claim } = event;
  if (draft.context.role === 'off') {
    if (event.type !== 'close') draft.answer(from, { type: 'closed', says: 'connection refused' });
    return;
  }
  const holdsIt = () => draft.context.holds.some((hold) => hold.claim === claim);
  if (draft.context.session === from && event.type !== 'close') draft.rest();
  switch (event.type) {
    case 'lock':
      lockIt(draft, event);
      break;
    case 'unlock': {
      const session = sessionFor(draft, event);
      const { lock, holds } = draft.context;
      const mine = holds.findIndex((hold) => hold.scope === 'session' && hold.claim === claim);
      const any = mine < 0 ? holds.findIndex(({ scope }) => scope === 'session') : mine;
      // another session's unlock does nothing; a transaction lock cannot be unlocked [pg-reentrant, pg-xact-lock-release]
      const done = draft.context.session === session && any >= 0;
      if (done) draft.release((_, nth) => nth === any, 'release', holderOf(claim));
      else draft.deeds.push(note('release-refused', { lock, claim, by: holderOf(claim) }));
      if (draft.context.drawn !== null && done) draft.change({ fence: draft.context.drawn, drawn: null });
      draft.answer(from, { type: 'done', re, ok: done, says: done ? 'released' : 'not yours' });
      break;
    }
    case 'commit':
      if (draft.context.drawn !== null) draft.log();
      draft.confirm(from, { type: 'done', re, ok: true, says: 'committed' }, draft.context.session === from);
      break;
    case 'cancel':
      cancelWait(draft, from);
      break;
    case 'rollback':
    case 'rollback-to':
      if (draft.context.session === from) draft.finishTransaction(false);
      draft.answer(from, { type: 'done', re, ok: true, says: 'rolled back' });
      break;
    case 'ping':
      draft.answer(from, { type: 'done', re, ok: draft.context.session !== null && holdsIt(), says: 'ok' });
      break;
    case 'mine?':
      draft.answer(from, { type: 'mine', re, held: holdsIt(), says: holdsIt() ? 'held' : 'not held' });
      break;
    case 'nextval':
      draft.answer(from, { type: 'done', re, ok: true, token: draft.nextval(from) });
      break;
    case 'run':
      draft.change({ busy: from });
      draft.deeds.push(start('ran', { type: 'ran' }, event.for));
      break;
    case 'close':
      // a server session outlives the client that a pooler lent it to [pgbouncer-transaction-mode];
      // and it sees that its client has gone only between statements [pg-killed-client-busy-backend]
      if (draft.context.busy === from && !draft.context.checksConnection) draft.change({ gone: true });
      else draft.end(from, 'release');
      break;
  }
}

/** The wait for the standby is called off: committed here, and perhaps nowhere else [pg-sync-standby]. */
function cancelWait(draft: Draft, client: string): void {
  const mine = draft.context.unconfirmed.filter(({ to }) => to === client);
  draft.change({ unconfirmed: draft.context.unconfirmed.filter(({ to }) => to !== client) });
  for (const { event, to, commit } of mine) {
    if (commit) draft.finishTransaction(true);
    draft.answer(to, event);
  }
}

const on = <E extends Event>(does: (draft: Draft, event: E) => void) =>
  act(({ context, event }: Args<E>) => {
    const draft = new Draft(context);
    does(draft, event);
    return draft.done;
  });

export const postgresNode = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as PostgresInput },
  actions: {
    statement: on<Asked>(statement),
    stands: on<Extract<Event, { type: 'stands?' }>>((draft, { from, re, claim }) => {
      const held = draft.context.role !== 'off' && draft.context.holds.some((hold) => hold.claim === claim);
      draft.answer(from, { type: 'stands', re, claim, held });
    }),
    replay: on<Extract<Event, { type: 'wal' }>>((draft, { from, lsn, fence, sequence }) => {
      if (draft.context.role !== 'standby') return;
      draft.change({ fence, sequence, logged: sequence });
      if (draft.context.synchronous) draft.answer(from, { type: 'flushed', lsn });
    }),
    flushed: on<Extract<Event, { type: 'flushed' }>>((draft, { lsn }) => {
      const { unconfirmed } = draft.context;
      draft.change({ unconfirmed: unconfirmed.filter((each) => each.lsn > lsn) });
      for (const { to, event, commit, ...each } of unconfirmed) {
        if (each.lsn > lsn) continue;
        if (commit) draft.finishTransaction(true);
        draft.answer(to, event);
      }
    }),
    idle: on((draft) => {
      const { session, holds } = draft.context;
      if (session === null) return;
      draft.end(session, 'expire');
      for (const client of new Set(holds.map((hold) => hold.client)))
        draft.answer(client, { type: 'closed', says: 'idle timeout' });
    }),
    /** pg_terminate_backend by an operator [pg-partition]. */
    terminate: on((draft) => {
      const { session, holds } = draft.context;
      if (session === null) return;
      draft.end(session, 'expire');
      for (const client of new Set(holds.map((hold) => hold.client)))
        draft.answer(client, { type: 'closed', says: 'terminated' });
    }),
    ran: on((draft) => {
      const { busy, gone } = draft.context;
      draft.change({ busy: null, gone: false });
      if (busy !== null && gone) draft.end(busy, 'release');
    }),
    waited: on<Extract<Event, { type: 'waited' }>>((draft, { claim }) => {
      const waiter = draft.context.queue.find((each) => each.claim === claim);
      draft.change({ queue: draft.context.queue.filter((each) => each.claim !== claim) });
      if (waiter) draft.answer(waiter.client, { type: 'denied', re: waiter.re, says: 'lock timeout' });
    }),
    promote: on((draft) => {
      if (draft.context.role === 'standby') draft.change({ role: 'primary', synchronous: false });
    }),
    isolate: on((draft) => {
      draft.change({ role: 'off' });
      draft.stopAll('expire');
    }),
    restart: on<Extract<Event, { type: 'restart' }>>((draft, { graceful }) => {
      // advisory locks live in memory; a crash goes on behind the values logged ahead [pg-server-crash]
      draft.stopAll('expire');
      const { sequence, logged } = draft.context;
      const at = graceful ? sequence : logged;
      draft.change({ sequence: at, logged: at });
    }),
  },
}).createMachine({
  id: 'postgres',
  context: ({ input }) => ({
    ...input,
    session: null,
    holds: [],
    queue: [],
    fence: input.counter,
    drawn: null,
    sequence: input.counter,
    logged: input.counter,
    blocks: {},
    turn: 0,
    lsn: 0,
    unconfirmed: [],
    busy: null,
    gone: false,
  }),
  initial: 'serving',
  states: {
    serving: {
      on: {
        lock: { actions: 'statement' },
        unlock: { actions: 'statement' },
        commit: { actions: 'statement' },
        rollback: { actions: 'statement' },
        'rollback-to': { actions: 'statement' },
        ping: { actions: 'statement' },
        'mine?': { actions: 'statement' },
        nextval: { actions: 'statement' },
        cancel: { actions: 'statement' },
        close: { actions: 'statement' },
        run: { actions: 'statement' },
        'stands?': { actions: 'stands' },
        wal: { actions: 'replay' },
        flushed: { actions: 'flushed' },
        idle: { actions: 'idle' },
        ran: { actions: 'ran' },
        waited: { actions: 'waited' },
        promote: { actions: 'promote' },
        isolate: { actions: 'isolate' },
        terminate: { actions: 'terminate' },
        restart: { actions: 'restart' },
      },
    },
  },
});
