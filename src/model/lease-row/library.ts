import { setup } from 'xstate';
import { act, type Deed, type From, send, set, start, stop } from '../../kernel/actions.ts';
import { claimOf } from '../claim.ts';
import { note } from '../notes.ts';
import type { LibrarySettings } from '../service.ts';

/**
 * A client's side of a row with an expiry. Where the client's clock counts, a request is made in two steps: the clock is read
 * (the timer `stamp` brings the reading), and the statement is sent by the processor's next step. A pause in between sends a
 * time of long ago.
 */

interface Input extends LibrarySettings {
  readonly ttl: number;
  readonly clock: 'database' | 'client' | 'watch';
  readonly row: string;
}

interface Context {
  readonly settings: Input;
  readonly claims: number;
  readonly claim: string;
  readonly re: number;
  readonly renewal: number;
  readonly check: number;
  readonly attempt: number;
  /** The clock's newest reading: data for the row, nothing is decided by it here. */
  readonly now: number;
  /** The version that it has read, and whether it has watched it for a whole lease. */
  readonly seen: number;
  readonly stale: boolean;
  readonly validity: 0 | 1;
}

type Answer = From<{
  type: 'OK' | 'no' | 'row';
  re: number;
  version?: number;
  token?: number | null;
  owner?: string | null;
}>;
type Event =
  | { type: 'acquire' | 'release' | 'restart' | 'unmoved' }
  | { type: 'check'; by: 'clock' | 'service' }
  | { type: 'stamped'; reading?: number }
  | { type: 'validity'; which: 0 | 1 }
  | Answer;

type Args = { context: Context; event: Event };

const isAnswer = (event: Event): event is Answer => 're' in event;
const program = ({ settings }: Context) => settings.client;

function ask(context: Context, type: string, says: string, more: Partial<Context> = {}): Deed[] {
  const re = context.re + 1;
  const { claim: value, now, seen, settings } = context;
  return [set<Context>({ re, ...more }), send(settings.row, { type, value, ttl: settings.ttl, now, seen, re, says })];
}

const count = ({ settings: { ttl, validity } }: Context, which: 0 | 1): Deed =>
  start(`validity:${which}`, { type: 'validity', which }, Math.round(ttl * validity.factor));
const uncount = [stop('validity:0'), stop('validity:1')];
const other = (which: 0 | 1) => (which === 0 ? 1 : 0);

const early = ({ settings: { validity } }: Context) => validity.from === 'send' || validity.from === 'first-attempt';

const newClaim = ({ claims, settings }: Context): Partial<Context> => ({
  claims: claims + 1,
  claim: claimOf(settings.client, claims + 1, settings.lock),
  re: (claims + 1) * 1_000_000,
});

export const rowLibrary = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as Input },
  actions: {
    begin: act(({ context }: Args) => [
      set<Context>({ ...newClaim(context), attempt: 0, validity: 0, stale: false, seen: 0 }),
    ]),
    claimAnew: act(({ context }: Args) => [set<Context>(newClaim(context))]),
    stamp: act(() => [start('stamp', { type: 'stamped' }, 0)]),
    keepReading: act(({ event }: Args) => [set<Context>({ now: event.type === 'stamped' ? (event.reading ?? 0) : 0 })]),
    /** A program point: `A after stamped`. */
    point: act(({ context }: Args) => [note('point', { point: 'stamped', round: context.claims })]),
    countEarly: act(({ context }: Args) =>
      context.settings.validity.from === 'send' ||
      (context.settings.validity.from === 'first-attempt' && context.attempt === 0)
        ? [count(context, context.validity)]
        : [],
    ),
    look: act(({ context }: Args) => ask(context, 'read', 'read row', { attempt: context.attempt + 1 })),
    update: act(({ context }: Args) =>
      ask(context, 'update', 'acquire', context.settings.clock === 'watch' ? {} : { attempt: context.attempt + 1 }),
    ),
    /** What it watches has moved: a whole lease from here. */
    watch: act(({ context, event }: Args) => {
      if (context.settings.clock !== 'watch' || !isAnswer(event) || event.version === undefined) return [];
      const same = event.version === context.seen && context.attempt > 1;
      if (same) return [];
      const seen = { seen: event.version, stale: false };
      return event.owner === null
        ? [set<Context>(seen), stop('unmoved')]
        : [set<Context>(seen), start('unmoved', { type: 'unmoved' }, context.settings.ttl)];
    }),
    unmoved: act(() => [set<Context>({ stale: true })]),
    wait: act(({ context }: Args) => [note('wait', { lock: context.settings.lock, attempt: context.attempt })]),
    giveUp: act(({ context }: Args) => [
      ...uncount,
      stop('unmoved'),
      note('give-up', { lock: context.settings.lock, attempts: context.attempt }),
      send(program(context), { type: 'not-acquired' }),
    ]),
    unsure: act(({ context }: Args) => [note('unknown', { op: context.claim, what: 'acquire' })]),
    hold: act(({ context, event }: Args) => {
      const token = isAnswer(event) ? (event.token ?? null) : null;
      const { claim, settings } = context;
      return [
        stop('unmoved'),
        ...(settings.validity.from === 'answer' ? [count(context, context.validity)] : []),
        note('believe', { lock: settings.lock, claim, token }),
        send(program(context), { type: 'acquired', claim, token }),
      ];
    }),
    renew: act(({ context }: Args) => [
      ...(early(context) ? [count(context, other(context.validity))] : []),
      ...ask(context, 'renew', 'renew', { renewal: context.re + 1 }),
    ]),
    renewed: act(({ context }: Args) => {
      const { validity, settings } = context;
      if (settings.validity.from === 'answer') return [count(context, validity)];
      return early(context) ? [stop(`validity:${validity}`), set<Context>({ validity: other(validity) })] : [];
    }),
    notRenewed: act(({ context, event }: Args) => [
      ...(early(context) ? [stop(`validity:${other(context.validity)}`)] : []),
      note('renewal-failed', {
        claim: context.claim,
        reason: event.type === 'no' ? 'refused' : 'timeout',
        policy: context.settings.renewal.onFailure,
      }),
    ]),
    lose: act(({ context }: Args, { reason }: { reason: 'validity' | 'renewal' }) => [
      ...uncount,
      note('disbelieve', { lock: context.settings.lock, claim: context.claim, reason }),
      send(program(context), { type: 'lost', lock: context.settings.lock }),
    ]),
    sayHeld: act(({ context }: Args, { held }: { held: boolean }) => [
      note('check', { claim: context.claim, held }),
      send(program(context), { type: 'held', held }),
    ]),
    askWhoHolds: act(({ context }: Args) => ask(context, 'read', 'held?', { check: context.re + 1 })),
    heard: act(({ context, event }: Args) => {
      const held = isAnswer(event) && event.owner === context.claim;
      return [note('check', { claim: context.claim, held }), send(program(context), { type: 'held', held })];
    }),
    askToRelease: act(({ context }: Args) =>
      context.settings.release === 'blind'
        ? ask(context, 'release-by-name', 'release by name')
        : ask(context, 'release', 'release'),
    ),
    end: act(({ context }: Args) => [
      ...uncount,
      note('disbelieve', { lock: context.settings.lock, claim: context.claim, reason: 'released' }),
    ]),
    sayReleased: act(({ context }: Args) => [send(program(context), { type: 'released' })]),
    unsureOfRelease: act(({ context }: Args) => [note('unknown', { op: context.claim, what: 'release' })]),
    forget: act(() => [
      ...uncount,
      stop('unmoved'),
      stop('stamp'),
      set<Context>({ claim: '', re: 0, renewal: 0, check: 0, attempt: 0, now: 0, seen: 0, stale: false, validity: 0 }),
    ]),
  },
  guards: {
    stamps: ({ context }) => context.settings.clock === 'client',
    watches: ({ context }) => context.settings.clock === 'watch',
    answers: ({ context, event }) => isAnswer(event) && event.re === context.re,
    answersRenewal: ({ context, event }) => isAnswer(event) && event.re === context.renewal,
    answersCheck: ({ context, event }) => isAnswer(event) && event.re === context.check,
    isFree: ({ context, event }) => isAnswer(event) && event.re === context.re && event.owner === null,
    /** It has watched the row stand still for a whole lease, and it has not moved since. */
    isStale: ({ context, event }) =>
      isAnswer(event) && event.re === context.re && context.stale && event.version === context.seen,
    mayAskAgain: ({ context: { settings, attempt } }) =>
      settings.wait.policy !== 'give-up' && attempt < settings.wait.attempts,
    onTimeout: ({ context }, { policy }: { policy: LibrarySettings['timeout']['policy'] }) =>
      context.settings.timeout.policy === policy,
    onFailure: ({ context }, { policy }: { policy: LibrarySettings['renewal']['onFailure'] }) =>
      context.settings.renewal.onFailure === policy,
    counts: ({ context, event }) => event.type === 'validity' && event.which === context.validity,
    byService: ({ event }) => event.type === 'check' && event.by === 'service',
    neverReleases: ({ context }) => context.settings.release === 'never',
  },
  delays: {
    store: 0,
    retry: ({ context }) => context.settings.wait.every,
    answer: ({ context }) => context.settings.timeout.after ?? Number.POSITIVE_INFINITY,
    renewal: ({ context }) => context.settings.renewal.every ?? Number.POSITIVE_INFINITY,
    renewalAnswer: ({ context }) => context.settings.renewal.timeout ?? Number.POSITIVE_INFINITY,
  },
}).createMachine({
  id: 'row-lock',
  context: ({ input }) => ({
    settings: input,
    claims: 0,
    claim: '',
    re: 0,
    renewal: 0,
    check: 0,
    attempt: 0,
    now: 0,
    seen: 0,
    stale: false,
    validity: 0,
  }),
  initial: 'idle',
  on: { restart: { target: '.idle' }, unmoved: { actions: 'unmoved' } },
  states: {
    idle: {
      entry: 'forget',
      on: {
        acquire: { target: 'preparing', actions: 'begin' },
        check: { actions: { type: 'sayHeld', params: { held: false } } },
        release: { actions: 'sayReleased' },
      },
    },
    preparing: {
      entry: 'countEarly',
      always: [{ guard: 'stamps', target: 'stamping' }, { guard: 'watches', target: 'looking' }, { target: 'asking' }],
    },
    stamping: { entry: 'stamp', on: { stamped: { target: 'stamped', actions: ['keepReading', 'point'] } } },
    stamped: { after: { store: 'asking' } },
    looking: {
      entry: 'look',
      after: {
        answer: [
          { guard: { type: 'onTimeout', params: { policy: 'give-up' } }, target: 'idle', actions: 'giveUp' },
          { target: 'looking', reenter: true },
        ],
      },
      on: {
        row: [
          { guard: 'isFree', target: 'asking', actions: 'watch' },
          { guard: 'isStale', target: 'asking' },
          { guard: 'answers', target: 'refused', actions: 'watch' },
        ],
      },
    },
    asking: {
      entry: 'update',
      after: {
        answer: [
          {
            guard: { type: 'onTimeout', params: { policy: 'assume-success' } },
            target: 'holding',
            actions: ['unsure', 'hold'],
          },
          {
            guard: { type: 'onTimeout', params: { policy: 'give-up' } },
            target: 'idle',
            actions: ['unsure', 'giveUp'],
          },
          { guard: { type: 'onTimeout', params: { policy: 'resend' } }, target: 'asking', reenter: true },
          { target: 'preparing', actions: ['unsure', 'claimAnew'] },
        ],
      },
      on: {
        OK: { guard: 'answers', target: 'holding', actions: 'hold' },
        no: { guard: 'answers', target: 'refused', actions: 'watch' },
      },
    },
    refused: {
      always: [
        { guard: 'mayAskAgain', target: 'waiting', actions: 'wait' },
        { target: 'idle', actions: 'giveUp' },
      ],
    },
    waiting: { after: { retry: 'preparing' } },
    holding: {
      initial: 'resting',
      on: {
        validity: { guard: 'counts', target: 'lost', actions: { type: 'lose', params: { reason: 'validity' } } },
        check: [
          { guard: 'byService', actions: 'askWhoHolds' },
          { actions: { type: 'sayHeld', params: { held: true } } },
        ],
        row: { guard: 'answersCheck', actions: 'heard' },
        release: [
          { guard: 'neverReleases', target: 'idle', actions: ['end', 'sayReleased'] },
          { target: 'releasing', actions: 'end' },
        ],
      },
      states: {
        resting: {
          after: { renewal: [{ guard: 'stamps', target: 'stamping' }, { target: 'renewing' }] },
        },
        stamping: { entry: 'stamp', on: { stamped: { target: 'renewing', actions: 'keepReading' } } },
        renewing: {
          entry: 'renew',
          after: { renewalAnswer: 'failing' },
          on: {
            OK: { guard: 'answersRenewal', target: 'resting', actions: 'renewed' },
            no: { guard: 'answersRenewal', target: 'failing' },
          },
        },
        failing: {
          entry: 'notRenewed',
          always: [
            { guard: { type: 'onFailure', params: { policy: 'ignore' } }, target: 'resting' },
            { guard: { type: 'onFailure', params: { policy: 'give-up' } }, target: 'unattended' },
            { guard: { type: 'onFailure', params: { policy: 'retry' } }, target: 'retrying' },
            { target: '#row-lock.lost', actions: { type: 'lose', params: { reason: 'renewal' } } },
          ],
        },
        retrying: { after: { retry: [{ guard: 'stamps', target: 'stamping' }, { target: 'renewing' }] } },
        /** The renewal loop has ended, and nobody was told. */
        unattended: {},
      },
    },
    lost: {
      on: {
        check: { actions: { type: 'sayHeld', params: { held: false } } },
        row: { guard: 'answersCheck', actions: { type: 'sayHeld', params: { held: false } } },
        release: [{ guard: 'neverReleases', target: 'idle', actions: 'sayReleased' }, { target: 'releasing' }],
      },
    },
    releasing: {
      entry: 'askToRelease',
      after: { answer: { target: 'idle', actions: ['unsureOfRelease', 'sayReleased'] } },
      on: {
        OK: { guard: 'answers', target: 'idle', actions: 'sayReleased' },
        no: { guard: 'answers', target: 'idle', actions: 'sayReleased' },
      },
    },
  },
});
