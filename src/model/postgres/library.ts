import { setup } from 'xstate';
import { act, type Deed, type From, send, set } from '../../kernel/actions.ts';
import { claimOf } from '../claim.ts';
import { note } from '../notes.ts';
import type { LibrarySettings } from '../service.ts';

/**
 * A client's side of an advisory lock: one connection, on which it locks, keeps the session from being idle (its renewal),
 * and unlocks or commits. What it learns of the lock's end is that the connection is closed.
 */

export interface PostgresLibraryInput extends LibrarySettings {
  readonly node: string;
  readonly scope: 'session' | 'transaction';
}

interface Context {
  readonly settings: PostgresLibraryInput;
  readonly claims: number;
  readonly claim: string;
  readonly re: number;
  /** The number of the newest question whether it holds. */
  readonly check: number;
  readonly attempt: number;
}

type Answer = From<{
  type: 'granted' | 'denied' | 'done' | 'mine';
  re: number;
  token?: number | null;
  ok?: boolean;
  held?: boolean;
}>;
type Event =
  | { type: 'acquire' }
  | { type: 'check'; by: 'clock' | 'service' }
  | { type: 'release' }
  | Answer
  | { type: 'closed' }
  | { type: 'restart' };
type Args = { context: Context; event: Event };

function nextClaim({ claims, settings }: Context): Partial<Context> {
  const nth = claims + 1;
  return { claims: nth, claim: claimOf(settings.client, nth, settings.lock), re: nth * 1_000_000 };
}

function ask(context: Context, event: { type: string; says: string; [key: string]: unknown }): Deed[] {
  const re = context.re + 1;
  return [set<Context>({ re }), send(context.settings.node, { ...event, claim: context.claim, re })];
}

const believe = ({ settings: { lock, client }, claim }: Context, token: number | null): Deed[] => [
  note('believe', { lock, claim, token }),
  send(client, { type: 'acquired', claim, token }),
];

const disbelieve = ({ settings: { lock }, claim }: Context, reason: 'released' | 'renewal' | 'refused'): Deed =>
  note('disbelieve', { lock, claim, reason });

const isAnswer = (event: Event): event is Answer =>
  event.type === 'granted' || event.type === 'denied' || event.type === 'done' || event.type === 'mine';

export const postgresLibrary = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as PostgresLibraryInput },
  actions: {
    begin: act(({ context }: Args) => [set<Context>({ ...nextClaim(context), attempt: 0 })]),
    claimAnew: act(({ context }: Args) => [set<Context>(nextClaim(context))]),
    askForLock: act(({ context }: Args) => {
      const { wait, scope } = context.settings;
      const queues = wait.policy === 'queue';
      return [
        set<Context>({ attempt: context.attempt + 1 }),
        ...ask(context, { type: 'lock', wait: queues, scope, says: queues ? 'lock' : 'try lock' }),
      ];
    }),
    /** A driver that hears nothing closes its connection: the server drops what it held, once it hears of it. */
    close: act(({ context }: Args) => ask(context, { type: 'close', says: 'close' })),
    wait: act(({ context }: Args) => [note('wait', { lock: context.settings.lock, attempt: context.attempt })]),
    giveUp: act(({ context }: Args) => [
      note('give-up', { lock: context.settings.lock, attempts: context.attempt }),
      send(context.settings.client, { type: 'not-acquired' }),
    ]),
    unsure: act(({ context }: Args) => [note('unknown', { op: context.claim, what: 'acquire' })]),
    hold: act(({ context, event }: Args) => believe(context, isAnswer(event) ? (event.token ?? null) : null)),
    presume: act(({ context }: Args) => believe(context, null)),
    renew: act(({ context }: Args) => ask(context, { type: 'ping', says: 'SELECT 1' })),
    notRenewed: act(({ context, event }: Args) => [
      note('renewal-failed', {
        claim: context.claim,
        reason: event.type === 'done' ? 'refused' : 'timeout',
        policy: context.settings.renewal.onFailure,
      }),
    ]),
    lose: act(({ context }: Args, { reason }: { reason: 'renewal' | 'refused' }) => [
      disbelieve(context, reason),
      send(context.settings.client, { type: 'lost', lock: context.settings.lock }),
    ]),
    sayHeld: act(({ context }: Args, { held }: { held: boolean }) => [
      note('check', { claim: context.claim, held }),
      send(context.settings.client, { type: 'held', held }),
    ]),
    askWhetherMine: act(({ context }: Args) => [
      set<Context>({ check: context.re + 1 }),
      ...ask(context, { type: 'mine?', says: 'held?' }),
    ]),
    heard: act(({ context, event }: Args) => {
      const held = isAnswer(event) && event.held === true;
      return [note('check', { claim: context.claim, held }), send(context.settings.client, { type: 'held', held })];
    }),
    askToRelease: act(({ context }: Args) =>
      context.settings.scope === 'transaction'
        ? ask(context, { type: 'commit', says: 'COMMIT' })
        : ask(context, { type: 'unlock', says: 'unlock' }),
    ),
    end: act(({ context }: Args) => [disbelieve(context, 'released')]),
    unsureOfRelease: act(({ context }: Args) => [note('unknown', { op: context.claim, what: 'release' })]),
    sayReleased: act(({ context }: Args) => [send(context.settings.client, { type: 'released' })]),
    forget: act(() => [set<Context>({ claim: '', re: 0, check: 0, attempt: 0 })]),
  },
  guards: {
    answers: ({ context, event }) => isAnswer(event) && event.re === context.re,
    answersNo: ({ context, event }) => isAnswer(event) && event.re === context.re && event.ok === false,
    answersCheck: ({ context, event }) => isAnswer(event) && event.re === context.check,
    mayAskAgain: ({ context: { settings, attempt } }) =>
      settings.wait.policy !== 'give-up' && attempt < settings.wait.attempts,
    onTimeout: ({ context }, { policy }: { policy: LibrarySettings['timeout']['policy'] }) =>
      context.settings.timeout.policy === policy,
    onFailure: ({ context }, { policy }: { policy: LibrarySettings['renewal']['onFailure'] }) =>
      context.settings.renewal.onFailure === policy,
    byService: ({ event }) => event.type === 'check' && event.by === 'service',
    neverReleases: ({ context }) => context.settings.release === 'never',
  },
  delays: {
    retry: ({ context }) => context.settings.wait.every,
    answer: ({ context }) => context.settings.timeout.after ?? Number.POSITIVE_INFINITY,
    renewal: ({ context }) => context.settings.renewal.every ?? Number.POSITIVE_INFINITY,
    renewalAnswer: ({ context }) => context.settings.renewal.timeout ?? Number.POSITIVE_INFINITY,
  },
}).createMachine({
  id: 'postgres-lock',
  context: ({ input }) => ({ settings: input, claims: 0, claim: '', re: 0, check: 0, attempt: 0 }),
  initial: 'idle',
  on: { restart: { target: '.idle', actions: 'close' } },
  states: {
    idle: {
      entry: 'forget',
      on: {
        acquire: { target: 'asking', actions: 'begin' },
        check: { actions: { type: 'sayHeld', params: { held: false } } },
        release: { actions: 'sayReleased' },
      },
    },
    asking: {
      entry: 'askForLock',
      after: {
        answer: [
          {
            guard: { type: 'onTimeout', params: { policy: 'assume-success' } },
            target: 'holding',
            actions: ['unsure', 'presume'],
          },
          {
            guard: { type: 'onTimeout', params: { policy: 'give-up' } },
            target: 'idle',
            actions: ['unsure', 'close', 'giveUp'],
          },
          { target: 'asking', reenter: true, actions: ['unsure', 'close', 'claimAnew'] },
        ],
      },
      on: {
        granted: { guard: 'answers', target: 'holding', actions: 'hold' },
        denied: { guard: 'answers', target: 'refused' },
        closed: { target: 'refused' },
      },
    },
    refused: {
      always: [
        { guard: 'mayAskAgain', target: 'waiting', actions: 'wait' },
        { target: 'idle', actions: 'giveUp' },
      ],
    },
    waiting: { after: { retry: 'asking' } },
    holding: {
      initial: 'resting',
      on: {
        closed: { target: 'lost', actions: { type: 'lose', params: { reason: 'refused' } } },
        check: [
          { guard: 'byService', actions: 'askWhetherMine' },
          { actions: { type: 'sayHeld', params: { held: true } } },
        ],
        mine: { guard: 'answersCheck', actions: 'heard' },
        release: [
          { guard: 'neverReleases', target: 'idle', actions: ['end', 'sayReleased'] },
          { target: 'releasing', actions: 'end' },
        ],
      },
      states: {
        resting: { after: { renewal: 'renewing' } },
        renewing: {
          entry: 'renew',
          after: { renewalAnswer: 'failing' },
          on: {
            done: [
              { guard: 'answersNo', target: 'failing' },
              { guard: 'answers', target: 'resting' },
            ],
          },
        },
        failing: {
          entry: 'notRenewed',
          always: [
            { guard: { type: 'onFailure', params: { policy: 'ignore' } }, target: 'resting' },
            { guard: { type: 'onFailure', params: { policy: 'give-up' } }, target: 'unattended' },
            { guard: { type: 'onFailure', params: { policy: 'retry' } }, target: 'retrying' },
            { target: '#postgres-lock.lost', actions: { type: 'lose', params: { reason: 'renewal' } } },
          ],
        },
        retrying: { after: { retry: 'renewing' } },
        /** The loop has ended, and nobody was told. */
        unattended: {},
      },
    },
    /** Its connection is gone, and the lock with it. */
    lost: {
      on: {
        check: { actions: { type: 'sayHeld', params: { held: false } } },
        mine: { guard: 'answersCheck', actions: { type: 'sayHeld', params: { held: false } } },
        release: { target: 'idle', actions: ['close', 'sayReleased'] },
      },
    },
    releasing: {
      entry: 'askToRelease',
      after: { answer: { target: 'idle', actions: ['unsureOfRelease', 'close', 'sayReleased'] } },
      on: {
        done: { guard: 'answers', target: 'idle', actions: 'sayReleased' },
        closed: { target: 'idle', actions: ['unsureOfRelease', 'sayReleased'] },
      },
    },
  },
});
