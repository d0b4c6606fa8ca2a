import { setup } from 'xstate';
import { act, type Deed, type From, send, set, start, stop } from '../../kernel/actions.ts';
import { note } from '../notes.ts';

/**
 * A client's program: a list of instructions, run one after the other, `rounds` times. The lock is the business of its
 * library, a process of its own on the same host (see service.ts), so that the program is the same for every lock service.
 *
 * Between two instructions lies a step of 0 ms on the processor's own time: a program point, where a pause can fall. What is
 * due on the processor comes first after a pause, so that the instruction that it was about to run is run, whatever the clock says.
 */

export type Instruction =
  | { readonly do: 'acquire' | 'read' | 'write' | 'effect' | 'release' }
  | { readonly do: 'work'; readonly for: number }
  | { readonly do: 'check'; readonly by: 'clock' | 'service' };

export interface ProgramInput {
  readonly name: string;
  readonly library: string | null;
  readonly start: number;
  readonly rounds: number;
  readonly rest: number;
  readonly instructions: readonly Instruction[];
  readonly timeout: {
    readonly after: number | null;
    readonly policy: 'retry' | 'resend' | 'give-up' | 'assume-success';
  };
  readonly onConflict: 'stop' | 'retry';
  readonly onLost: { readonly policy: 'stop' | 'go-on'; readonly notice: number };
}

/** Why a round is abandoned. */
type Failure = 'lost' | 'refused' | 'not-held' | 'timeout';

interface Context extends ProgramInput {
  readonly round: number;
  /** The instruction that comes next. */
  readonly next: number;
  /** What the newest acquire brought. */
  readonly claim: string | null;
  readonly token: number | null;
  /** The version that the next write is built on. */
  readonly base: number;
  readonly writes: number;
  /** How often it has read again in this round. */
  readonly retries: number;
  readonly re: number;
  readonly failure: Failure | null;
}

type Event =
  | { type: 'acquired'; claim: string; token: number | null }
  | { type: 'not-acquired' | 'lost' | 'noticed' | 'released' | 'restart' }
  | { type: 'held'; held: boolean }
  | From<{ type: 'value'; re: number; version: number }>
  | From<{ type: 'ok'; re: number; version: number }>
  | From<{ type: 'refused'; re: number; reason?: string }>;

type Args = { context: Context; event: Event };

/** A write's name, and that of an effect on its account. */
const operation = ({ name, round }: Context, nth: number) => `${name}${round}.${nth}`;

/** What a program point is called: the instruction, done. */
const POINTS = {
  acquire: 'acquired',
  read: 'read',
  work: 'worked',
  check: 'checked',
  write: 'written',
  effect: 'effected',
  release: 'released',
} as const;

const instruction = ({ instructions, next }: Context) => instructions[next];

/** A step on the way out: where the round's lock is given back, if it has one. */
const wayOut = ({ instructions, next, claim }: Context) => {
  const release = claim === null ? -1 : instructions.findIndex((step, at) => at >= next && step.do === 'release');
  return release < 0 ? instructions.length : release;
};

const abandon = (context: Context, failure: Failure): Deed[] => [
  set<Context>({ failure, next: wayOut(context) }),
  stop('notice'),
  note('stop', { reason: failure }),
];

const done = (context: Context): Deed[] => {
  const step = instruction(context);
  return [
    set<Context>({ next: context.next + 1 }),
    ...(step ? [note('point', { point: POINTS[step.do], round: context.round })] : []),
  ];
};

export const program = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as ProgramInput },
  actions: {
    beginRound: act(({ context }: Args) => [
      set<Context>({
        round: context.round + 1,
        next: 0,
        claim: null,
        token: null,
        writes: 0,
        retries: 0,
        failure: null,
      }),
      note('begin', { round: context.round + 1 }),
    ]),
    done: act(({ context }: Args) => done(context)),
    acquire: act(({ context }: Args) => (context.library === null ? [] : [send(context.library, { type: 'acquire' })])),
    keepLock: act(({ context, event }: Args) =>
      event.type === 'acquired' ? [set<Context>({ claim: event.claim, token: event.token }), ...done(context)] : [],
    ),
    read: act(({ context }: Args) => {
      const { claim, token } = context;
      const re = context.re + 1;
      return [set<Context>({ re }), send('storage', { type: 'read', re, claim, token, says: 'read' })];
    }),
    keepVersion: act(({ event }: Args) => ('version' in event ? [set<Context>({ base: event.version })] : [])),
    check: act(({ context }: Args) => {
      const step = instruction(context);
      return context.library === null || step?.do !== 'check'
        ? []
        : [send(context.library, { type: 'check', by: step.by })];
    }),
    beginWrite: act(({ context }: Args) => [set<Context>({ writes: context.writes + 1 })]),
    write: act(({ context }: Args) => {
      const { claim, token, base, writes } = context;
      const re = context.re + 1;
      const op = operation(context, writes);
      return [
        set<Context>({ re }),
        send('storage', { type: 'write', re, claim, token, op, base, says: `write on v${base}` }),
      ];
    }),
    effect: act(({ context }: Args) => {
      // on account of the newest write, or of the one still to come
      const op = operation(context, Math.max(1, context.writes));
      return [send('outside', { type: 'effect', op, claim: context.claim, says: 'effect' }), ...done(context)];
    }),
    release: act(({ context }: Args) => (context.library === null ? [] : [send(context.library, { type: 'release' })])),
    unsure: act(({ context }: Args) => [note('unknown', { op: operation(context, context.writes), what: 'write' })]),
    abandon: act(({ context }: Args, { failure }: { failure: Failure }) => abandon(context, failure)),
    readAgain: act(({ context }: Args) => {
      const { instructions, next, retries } = context;
      const read = instructions.slice(0, next).findLastIndex((step) => step.do === 'read');
      return [set<Context>({ next: read, retries: retries + 1 }), note('retry', { attempt: retries + 1 })];
    }),
    noticeLater: act(({ context }: Args) => [start('notice', { type: 'noticed' }, context.onLost.notice)]),
    sayDone: act(({ context }: Args) => [note('done', { rounds: context.round })]),
    restart: act(({ context }: Args) => [
      stop('notice'),
      set<Context>({ round: context.round - 1, claim: null, token: null, base: 0, failure: null }),
    ]),
  },
  guards: {
    comes: ({ context }, { step }: { step: Instruction['do'] }) => instruction(context)?.do === step,
    roundOver: ({ context }) => context.next >= context.instructions.length,
    anotherRound: ({ context }) => context.next >= context.instructions.length && context.round < context.rounds,
    failed: ({ context }) => context.next >= context.instructions.length && context.failure !== null,
    answers: ({ context, event }) => 're' in event && event.re === context.re,
    held: ({ event }) => event.type === 'held' && event.held,
    noLibrary: ({ context }) => context.library === null,
    mayRetry: ({ context, event }) =>
      event.type === 'refused' &&
      event.re === context.re &&
      event.reason === 'version' &&
      context.onConflict === 'retry' &&
      context.instructions.slice(0, context.next).some((step) => step.do === 'read'),
    stopsAtOnce: ({ context: { onLost, failure } }) =>
      failure === null && onLost.policy === 'stop' && onLost.notice === 0,
    stopsLater: ({ context: { onLost, failure } }) => failure === null && onLost.policy === 'stop' && onLost.notice > 0,
    onTimeout: ({ context }, { policy }: { policy: ProgramInput['timeout']['policy'] }) =>
      context.timeout.policy === policy,
  },
  delays: {
    start: ({ context }) => context.start,
    rest: ({ context }) => context.rest,
    step: 0,
    work: ({ context }) => {
      const step = instruction(context);
      return step?.do === 'work' ? step.for : 0;
    },
    answer: ({ context }) => context.timeout.after ?? Number.POSITIVE_INFINITY,
  },
}).createMachine({
  id: 'client',
  context: ({ input }) => ({
    ...input,
    round: 0,
    next: 0,
    claim: null,
    token: null,
    base: 0,
    writes: 0,
    retries: 0,
    re: 0,
    failure: null,
  }),
  initial: 'starting',
  on: { restart: { target: '.starting', actions: 'restart' } },
  states: {
    starting: { after: { start: { target: 'running', actions: 'beginRound' } } },
    running: {
      initial: 'next',
      on: {
        lost: [
          { guard: 'stopsAtOnce', target: '.next', actions: { type: 'abandon', params: { failure: 'lost' } } },
          { guard: 'stopsLater', actions: 'noticeLater' },
        ],
        noticed: { target: '.next', actions: { type: 'abandon', params: { failure: 'lost' } } },
      },
      states: {
        next: {
          after: {
            step: [
              { guard: { type: 'comes', params: { step: 'acquire' } }, target: 'acquiring' },
              { guard: { type: 'comes', params: { step: 'read' } }, target: 'reading' },
              { guard: { type: 'comes', params: { step: 'work' } }, target: 'working' },
              { guard: { type: 'comes', params: { step: 'check' } }, target: 'checking' },
              { guard: { type: 'comes', params: { step: 'write' } }, target: 'writing', actions: 'beginWrite' },
              {
                guard: { type: 'comes', params: { step: 'effect' } },
                target: 'next',
                reenter: true,
                actions: 'effect',
              },
              { guard: { type: 'comes', params: { step: 'release' } }, target: 'releasing' },
              { guard: 'anotherRound', target: '#client.resting' },
              { guard: 'failed', target: '#client.stopped' },
              { target: '#client.done', actions: 'sayDone' },
            ],
          },
        },
        acquiring: {
          entry: 'acquire',
          always: { guard: 'noLibrary', target: 'next', actions: 'done' },
          on: {
            acquired: { target: 'next', actions: 'keepLock' },
            'not-acquired': [
              { guard: ({ context }) => context.round < context.rounds, target: '#client.resting' },
              { target: '#client.stopped' },
            ],
          },
        },
        reading: {
          entry: 'read',
          after: { answer: { target: 'reading', reenter: true } },
          on: {
            value: { guard: 'answers', target: 'next', actions: ['keepVersion', 'done'] },
            refused: { guard: 'answers', target: 'next', actions: { type: 'abandon', params: { failure: 'refused' } } },
          },
        },
        working: { after: { work: { target: 'next', actions: 'done' } } },
        checking: {
          entry: 'check',
          always: { guard: 'noLibrary', target: 'next', actions: 'done' },
          on: {
            held: [
              { guard: 'held', target: 'next', actions: 'done' },
              { target: 'next', actions: { type: 'abandon', params: { failure: 'not-held' } } },
            ],
          },
        },
        writing: {
          entry: 'write',
          after: {
            answer: [
              {
                guard: { type: 'onTimeout', params: { policy: 'give-up' } },
                target: 'next',
                actions: ['unsure', { type: 'abandon', params: { failure: 'timeout' } }],
              },
              {
                guard: { type: 'onTimeout', params: { policy: 'assume-success' } },
                target: 'next',
                actions: ['unsure', 'done'],
              },
              // it may have taken effect the first time: the same write, sent again
              { target: 'writing', reenter: true, actions: 'unsure' },
            ],
          },
          on: {
            ok: { guard: 'answers', target: 'next', actions: ['keepVersion', 'done'] },
            refused: [
              { guard: 'mayRetry', target: 'next', actions: 'readAgain' },
              { guard: 'answers', target: 'next', actions: { type: 'abandon', params: { failure: 'refused' } } },
            ],
          },
        },
        releasing: {
          entry: 'release',
          always: { guard: 'noLibrary', target: 'next', actions: 'done' },
          on: { released: { target: 'next', actions: 'done' } },
        },
      },
    },
    /** Between two rounds. */
    resting: { after: { rest: { target: 'running', actions: 'beginRound' } } },
    stopped: {},
    done: {},
  },
});
