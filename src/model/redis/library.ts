import { setup } from 'xstate';
import { act, type Deed, type From, send, set, start, stop } from '../../kernel/actions.ts';
import { claimOf } from '../claim.ts';
import { note } from '../notes.ts';
import type { LibrarySettings } from '../service.ts';

/**
 * A client's side of a lock on one Redis: takes it, renews it, keeps the client's own idea of how long it is valid, gives
 * it back. The client's program calls it (acquire, check, release); it answers acquired, not-acquired, held, lost, released.
 */

export interface RedisLibraryInput extends LibrarySettings {
  readonly ttl: number;
  readonly renew: 'compare' | 'by-name' | 'set-xx' | 'recreate';
  /** The servers: the one that it takes for the primary first. It turns to the next one when one does not answer, or is a replica. */
  readonly nodes: readonly string[];
  /** How long `WAIT 1` waits for a replica to have the lock, in ms; null: it does not ask. */
  readonly waitForReplica?: number | null;
  readonly token: 'none' | 'incr' | 'incr-apart';
  readonly recipe: 'set-nx-px' | 'setnx-then-expire';
}

interface Context {
  readonly settings: RedisLibraryInput;
  /** How many claims it has made; the present one's name. */
  readonly claims: number;
  readonly claim: string;
  readonly token: number | null;
  /** The number of the newest request, and of the newest renewal and check, whose answers come in between. */
  readonly re: number;
  readonly renewal: number;
  readonly check: number;
  /** Which of the servers it talks to. */
  readonly node: number;
  /** How many times it has asked for the lock in this attempt. */
  readonly attempt: number;
  /** Which of the two validity timers counts: a renewal starts the other, and it takes over when the answer is yes. */
  readonly validity: 0 | 1;
  /** By its own reckoning the lease is over, before it has even got the lock. */
  readonly over: boolean;
}

type Call = { type: 'acquire' } | { type: 'check'; by: 'clock' | 'service' } | { type: 'release' };
type Answer = From<{
  type: 'OK' | 'nil' | 'value';
  re: number;
  token?: number | null;
  value?: string | null;
  error?: string;
  replicas?: number;
}>;
type Event = Call | Answer | { type: 'validity'; which: 0 | 1 } | { type: 'restart' };

type Args = { context: Context; event: Event };

const program = ({ settings }: Context) => settings.client;

/**
 * Requests are numbered anew under each claim, in a range of its own: a client that had to ask a few times more is in the same
 * states afterwards as one that had not, so that the kernel has met them before.
 */
function nextClaim({ claims, settings }: Context): Partial<Context> {
  const nth = claims + 1;
  return { claims: nth, claim: claimOf(settings.client, nth, settings.lock), re: nth * 1_000_000 };
}

/** A request to the server, under a number of its own. */
function ask(
  context: Context,
  event: { type: string; says: string; [key: string]: unknown },
  as: Partial<Context> = {},
) {
  const re = context.re + 1;
  return [
    set<Context>({ re, ...as }),
    send(context.settings.nodes[context.node] ?? '', { ...event, value: as.claim ?? context.claim, re }),
  ];
}

/** Starts one of the validity timers: the client's own reckoning of the lease. */
function count(context: Context, which: 0 | 1): Deed {
  const { ttl, validity } = context.settings;
  return start(`validity:${which}`, { type: 'validity', which }, Math.round(ttl * validity.factor));
}
const uncount = [stop('validity:0'), stop('validity:1')];

const believe = (context: Context, token: number | null): Deed[] => [
  set<Context>({ token }),
  ...(context.settings.validity.from === 'answer' ? [count(context, 0)] : []),
  note('believe', { lock: context.settings.lock, claim: context.claim, token }),
  send(program(context), { type: 'acquired', claim: context.claim, token }),
];

const disbelieve = (context: Context, reason: 'released' | 'validity' | 'renewal'): Deed[] => [
  ...uncount,
  note('disbelieve', { lock: context.settings.lock, claim: context.claim, reason }),
];

const isAnswer = (event: Event): event is Answer =>
  event.type === 'OK' || event.type === 'nil' || event.type === 'value';

/** What it sends to renew. Only the comparing ways leave another's lock alone. */
const RENEWALS = {
  compare: { type: 'compare-and-extend', says: 'renew' },
  'by-name': { type: 'PEXPIRE', says: 'renew by name' },
  'set-xx': { type: 'SET', says: 'renew by SET XX', if: 'present', incr: false },
  recreate: { type: 'SET', says: 'renew or set', if: 'absent-or-mine', incr: false },
} as const;

export const redisLibrary = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as RedisLibraryInput },
  actions: {
    /** A new attempt under a new claim. */
    begin: act(({ context }: Args) => [set<Context>({ ...nextClaim(context), attempt: 0, validity: 0, over: false })]),
    claimAnew: act(({ context }: Args) => [set<Context>(nextClaim(context))]),
    askForLock: act(({ context }: Args) => {
      const { settings, attempt } = context;
      const counted =
        settings.validity.from === 'send' || (settings.validity.from === 'first-attempt' && attempt === 0);
      return [
        ...(counted ? [set<Context>({ over: false }), count(context, 0)] : []),
        ...ask(
          context,
          {
            type: 'SET',
            says: 'acquire',
            if: 'absent',
            px: settings.recipe === 'set-nx-px' ? settings.ttl : null,
            incr: settings.token === 'incr',
          },
          { attempt: attempt + 1 },
        ),
      ];
    }),
    askForExpiry: act(({ context }: Args) =>
      ask(context, { type: 'PEXPIRE', says: 'expire', px: context.settings.ttl }),
    ),
    askForToken: act(({ context }: Args) => ask(context, { type: 'INCR', says: 'next token' })),
    askForReplicas: act(({ context }: Args) =>
      ask(context, { type: 'WAIT', says: 'WAIT 1', timeout: context.settings.waitForReplica ?? 0 }),
    ),
    keepToken: act(({ event }: Args) => [set<Context>({ token: isAnswer(event) ? (event.token ?? null) : null })]),
    holdReplicated: act(({ context }: Args) => believe(context, context.token)),
    turn: act(({ context: { node, settings } }: Args) =>
      settings.nodes.length > 1 ? [set<Context>({ node: (node + 1) % settings.nodes.length })] : [],
    ),
    /** What it knew of its last claim is of no use any more. */
    forget: act(() => [
      set<Context>({ claim: '', token: null, re: 0, renewal: 0, check: 0, attempt: 0, validity: 0, over: false }),
    ]),
    runOut: act(() => [set<Context>({ over: true })]),
    wait: act(({ context }: Args) => [note('wait', { lock: context.settings.lock, attempt: context.attempt })]),
    giveUp: act(({ context }: Args) => [
      ...uncount,
      note('give-up', { lock: context.settings.lock, attempts: context.attempt }),
      send(program(context), { type: 'not-acquired' }),
    ]),
    unsure: act(({ context }: Args) => [note('unknown', { op: context.claim, what: 'acquire' })]),
    hold: act(({ context, event }: Args) => believe(context, isAnswer(event) ? (event.token ?? null) : null)),
    /** An error on acquire taken for success. */
    presume: act(({ context }: Args) => believe(context, null)),
    renew: act(({ context }: Args) => {
      const { settings, re, validity } = context;
      const other = validity === 0 ? 1 : 0;
      return [
        ...(settings.validity.from === 'never' || settings.validity.from === 'answer' ? [] : [count(context, other)]),
        ...ask(context, { ...RENEWALS[settings.renew], px: settings.ttl }, { renewal: re + 1 }),
      ];
    }),
    renewed: act(({ context }: Args) => {
      const { settings, validity } = context;
      if (settings.validity.from === 'never') return [];
      if (settings.validity.from === 'answer') return [count(context, validity)];
      return [stop(`validity:${validity}`), set<Context>({ validity: validity === 0 ? 1 : 0 })];
    }),
    notRenewed: act(({ context, event }: Args) => [
      ...(context.settings.validity.from === 'answer' ? [] : [stop(`validity:${context.validity === 0 ? 1 : 0}`)]),
      note('renewal-failed', {
        claim: context.claim,
        reason: event.type === 'nil' ? 'refused' : 'timeout',
        policy: context.settings.renewal.onFailure,
      }),
    ]),
    lose: act(({ context }: Args, { reason }: { reason: 'validity' | 'renewal' }) => [
      ...disbelieve(context, reason),
      send(program(context), { type: 'lost', lock: context.settings.lock }),
    ]),
    sayHeld: act(({ context }: Args, { held }: { held: boolean }) => [
      note('check', { claim: context.claim, held }),
      send(program(context), { type: 'held', held }),
    ]),
    askWhoHolds: act(({ context }: Args) => ask(context, { type: 'GET', says: 'held?' }, { check: context.re + 1 })),
    heard: act(({ context, event }: Args) => {
      const held = event.type === 'value' && event.value === context.claim;
      return [note('check', { claim: context.claim, held }), send(program(context), { type: 'held', held })];
    }),
    askToRelease: act(({ context }: Args) => {
      const { release } = context.settings;
      return ask(
        context,
        release === 'compare'
          ? { type: 'compare-and-delete', says: 'release' }
          : { type: 'DEL', says: 'release by name' },
      );
    }),
    askBeforeRelease: act(({ context }: Args) => ask(context, { type: 'GET', says: 'mine?' })),
    end: act(({ context }: Args) => disbelieve(context, 'released')),
    sayReleased: act(({ context }: Args) => [send(program(context), { type: 'released' })]),
    unsureOfRelease: act(({ context }: Args) => [note('unknown', { op: context.claim, what: 'release' })]),
    stopCounting: act(() => uncount),
  },
  guards: {
    answers: ({ context, event }) => isAnswer(event) && event.re === context.re,
    answersRenewal: ({ context, event }) => isAnswer(event) && event.re === context.renewal,
    answersCheck: ({ context, event }) => isAnswer(event) && event.re === context.check,
    answersMine: ({ context, event }) => isAnswer(event) && event.re === context.re && event.value === context.claim,
    mayAskAgain: ({ context: { settings, attempt } }) =>
      settings.wait.policy === 'poll' && attempt < settings.wait.attempts,
    isReadOnly: ({ context, event }) => isAnswer(event) && event.re === context.re && event.error === 'READONLY',
    isReadOnlyRenewal: ({ context, event }) =>
      isAnswer(event) && event.re === context.renewal && event.error === 'READONLY',
    isReplicated: ({ context, event }) => isAnswer(event) && event.re === context.re && event.replicas === 1,
    waitsForReplica: ({ context, event }) =>
      isAnswer(event) && event.re === context.re && typeof context.settings.waitForReplica === 'number',
    expiresApart: ({ context, event }) =>
      isAnswer(event) && event.re === context.re && context.settings.recipe === 'setnx-then-expire',
    countsApart: ({ context, event }) =>
      isAnswer(event) && event.re === context.re && context.settings.token === 'incr-apart',
    onTimeout: ({ context }, { policy }: { policy: LibrarySettings['timeout']['policy'] }) =>
      context.settings.timeout.policy === policy,
    onFailure: ({ context }, { policy }: { policy: LibrarySettings['renewal']['onFailure'] }) =>
      context.settings.renewal.onFailure === policy,
    counts: ({ context, event }) => event.type === 'validity' && event.which === context.validity,
    isOver: ({ context }) => context.over,
    byService: ({ event }) => event.type === 'check' && event.by === 'service',
    neverReleases: ({ context }) => context.settings.release === 'never',
    inTwoSteps: ({ context }) => context.settings.release === 'compare-two-steps',
  },
  delays: {
    retry: ({ context }) => context.settings.wait.every,
    answer: ({ context }) => context.settings.timeout.after ?? Number.POSITIVE_INFINITY,
    renewal: ({ context }) => context.settings.renewal.every ?? Number.POSITIVE_INFINITY,
    renewalAnswer: ({ context }) => context.settings.renewal.timeout ?? Number.POSITIVE_INFINITY,
  },
}).createMachine({
  id: 'redis-lock',
  context: ({ input }) => ({
    settings: input,
    claims: 0,
    claim: '',
    token: null,
    re: 0,
    renewal: 0,
    check: 0,
    node: 0,
    attempt: 0,
    validity: 0,
    over: false,
  }),
  initial: 'idle',
  on: {
    restart: { target: '.idle', actions: 'stopCounting' },
    // counted from the first of many attempts, the lease can be over before it is had
    validity: { guard: 'counts', actions: 'runOut' },
  },
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
            actions: ['unsure', 'giveUp'],
          },
          // sent again unasked, by a library that reconnects: the same claim [redis-auto-resend]
          {
            guard: { type: 'onTimeout', params: { policy: 'resend' } },
            target: 'asking',
            reenter: true,
            actions: 'turn',
          },
          // asked again by the program: another claim, so that it may lock itself out [redis-orphan-by-lost-reply]
          { target: 'asking', reenter: true, actions: ['unsure', 'claimAnew', 'turn'] },
        ],
      },
      on: {
        OK: [
          { guard: 'expiresApart', target: 'expiring' },
          { guard: 'countsApart', target: 'drawing' },
          { guard: 'waitsForReplica', target: 'replicating', actions: 'keepToken' },
          { guard: 'answers', target: 'holding', actions: 'hold' },
        ],
        nil: [
          { guard: 'isReadOnly', target: 'waiting', actions: 'turn' },
          { guard: 'answers', target: 'refused' },
        ],
      },
    },
    /** Somebody else holds it. */
    refused: {
      always: [
        { guard: 'mayAskAgain', target: 'waiting', actions: 'wait' },
        { target: 'idle', actions: 'giveUp' },
      ],
    },
    waiting: { after: { retry: 'asking' } },
    /** SETNX is done, EXPIRE is not: who dies here leaves a lock for ever [redis-setnx-then-expire]. */
    expiring: {
      entry: 'askForExpiry',
      on: {
        OK: [
          { guard: 'countsApart', target: 'drawing' },
          { guard: 'answers', target: 'holding', actions: 'hold' },
        ],
        nil: { guard: 'answers', target: 'refused' },
      },
    },
    /** The lock is its own, the token is not drawn yet. */
    drawing: {
      entry: 'askForToken',
      on: {
        OK: { guard: 'answers', target: 'holding', actions: 'hold' },
        nil: { guard: 'answers', target: 'refused' },
      },
    },
    /** It holds the lock only once a replica has it too. WAIT undoes nothing, so that it gives the lock back itself [redis-wait]. */
    replicating: {
      entry: 'askForReplicas',
      after: { answer: { target: 'undoing', actions: 'turn' } },
      on: {
        value: [
          { guard: 'isReplicated', target: 'holding', actions: 'holdReplicated' },
          { guard: 'answers', target: 'undoing' },
        ],
        nil: { guard: 'answers', target: 'undoing' },
      },
    },
    undoing: {
      entry: 'askToRelease',
      after: { answer: 'refused' },
      on: { OK: { guard: 'answers', target: 'refused' }, nil: { guard: 'answers', target: 'refused' } },
    },
    holding: {
      initial: 'resting',
      always: { guard: 'isOver', target: 'lost', actions: { type: 'lose', params: { reason: 'validity' } } },
      on: {
        validity: { guard: 'counts', target: 'lost', actions: { type: 'lose', params: { reason: 'validity' } } },
        check: [
          { guard: 'byService', actions: 'askWhoHolds' },
          { actions: { type: 'sayHeld', params: { held: true } } },
        ],
        value: { guard: 'answersCheck', actions: 'heard' },
        release: [
          { guard: 'neverReleases', target: 'idle', actions: ['end', 'sayReleased'] },
          { guard: 'inTwoSteps', target: 'comparing', actions: 'end' },
          { target: 'releasing', actions: 'end' },
        ],
      },
      states: {
        resting: { after: { renewal: 'renewing' } },
        renewing: {
          entry: 'renew',
          after: { renewalAnswer: { target: 'failing', actions: 'turn' } },
          on: {
            OK: { guard: 'answersRenewal', target: 'resting', actions: 'renewed' },
            nil: [
              { guard: 'isReadOnlyRenewal', target: 'retrying', actions: 'turn' },
              { guard: 'answersRenewal', target: 'failing' },
            ],
          },
        },
        failing: {
          entry: 'notRenewed',
          always: [
            { guard: { type: 'onFailure', params: { policy: 'ignore' } }, target: 'resting' },
            { guard: { type: 'onFailure', params: { policy: 'give-up' } }, target: 'unattended' },
            { guard: { type: 'onFailure', params: { policy: 'retry' } }, target: 'retrying' },
            { target: '#redis-lock.lost', actions: { type: 'lose', params: { reason: 'renewal' } } },
          ],
        },
        retrying: { after: { retry: 'renewing' } },
        /** The renewal loop has ended, and nobody was told. */
        unattended: {},
      },
    },
    /** It knows that the lock is gone. */
    lost: {
      on: {
        check: { actions: { type: 'sayHeld', params: { held: false } } },
        value: { guard: 'answersCheck', actions: { type: 'sayHeld', params: { held: false } } },
        release: [
          { guard: 'neverReleases', target: 'idle', actions: 'sayReleased' },
          { guard: 'inTwoSteps', target: 'comparing' },
          { target: 'releasing' },
        ],
      },
    },
    /** Compare in the client, then delete: the lock can change hands in between [redis-get-then-del]. */
    comparing: {
      entry: 'askBeforeRelease',
      on: {
        value: [
          { guard: 'answersMine', target: 'releasing' },
          { guard: 'answers', target: 'idle', actions: 'sayReleased' },
        ],
      },
    },
    releasing: {
      entry: 'askToRelease',
      after: { answer: { target: 'idle', actions: ['unsureOfRelease', 'turn', 'sayReleased'] } },
      on: {
        OK: { guard: 'answers', target: 'idle', actions: 'sayReleased' },
        nil: [
          { guard: 'isReadOnly', target: 'returning', actions: 'turn' },
          { guard: 'answers', target: 'idle', actions: 'sayReleased' },
        ],
      },
    },
    /** What it asked was a replica: it gives the lock back to the other one. */
    returning: { after: { retry: 'releasing' } },
  },
});
