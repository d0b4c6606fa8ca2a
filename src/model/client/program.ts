import { setup } from 'xstate';
import { act, type Deed, type From, send, set, start, stop } from '../../kernel/actions.ts';
import { LOCK } from '../claim.ts';
import { note } from '../notes.ts';
import { DOC, storageOf } from '../storage/document.ts';

/**
 * A client's program: a list of instructions, run one after the other, `rounds` times. The lock is the business of its
 * library, a process of its own on the same host (see service.ts), so that the program is the same for every lock service.
 *
 * Between two instructions lies a step of 0 ms on the processor's own time: a program point, where a pause can fall. What is
 * due on the processor comes first after a pause, so that the instruction that it was about to run is run, whatever the clock says.
 */

export type Instruction =
  | { readonly do: 'acquire' | 'release'; readonly lock: string }
  | { readonly do: 'check'; readonly lock: string; readonly by: 'clock' | 'service' }
  /** `lock`: under whose claim and token. */
  | { readonly do: 'read' | 'write'; readonly lock: string; readonly doc: string }
  | { readonly do: 'work'; readonly for: number }
  | { readonly do: 'effect' };

export interface ProgramInput {
  readonly name: string;
  /** Whether there is a lock library beside it: one for each lock, called `A.lock` for the lock `lock`. */
  readonly hasLock: boolean;
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

/** What an acquire brought. */
interface Hold {
  readonly claim: string;
  readonly token: number | null;
  /** The storage process to use under it. */
  readonly storage: string;
}

interface Context extends ProgramInput {
  readonly round: number;
  /** The instruction that comes next. */
  readonly next: number;
  /** By lock. */
  readonly holds: Readonly<Record<string, Hold>>;
  /** By document: the version that the next write is built on. */
  readonly bases: Readonly<Record<string, number>>;
  readonly writes: number;
  /** How often it has read again in this round. */
  readonly retries: number;
  readonly re: number;
  readonly failure: Failure | null;
}

type Event =
  | From<{ type: 'acquired'; claim: string; token: number | null; storage?: string }>
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

/** Where the way out leads, from the step `from` on: to where a lock is given back that it has. */
const wayOut = ({ instructions, holds }: Context, from: number) => {
  const release = instructions.findIndex((step, at) => at >= from && step.do === 'release' && holds[step.lock]);
  return release < 0 ? instructions.length : release;
};

const abandon = (context: Context, failure: Failure): Deed[] => [
  set<Context>({ failure, next: wayOut(context, context.next) }),
  stop('notice'),
  note('stop', { reason: failure }),
];

const done = (context: Context): Deed[] => {
  const step = instruction(context);
  const next = context.next + 1;
  return [
    set<Context>({ next: context.failure === null ? next : wayOut(context, next) }),
    ...(step ? [note('point', { point: POINTS[step.do], round: context.round })] : []),
  ];
};

/** The lock library that the present instruction is for. */
const library = (context: Context) => {
  const step = instruction(context);
  return `${context.name}.${step && 'lock' in step ? step.lock : LOCK}`;
};

/** What the present instruction has to do with the storage: which process, under what claim and token, on which version. */
const access = (context: Context) => {
  const step = instruction(context);
  const { lock, doc } = step && 'doc' in step ? step : { lock: LOCK, doc: DOC };
  const { claim, token, storage } = context.holds[lock] ?? { claim: null, token: null, storage: 'storage' };
  return { to: storageOf(storage, doc), doc, claim, token, base: context.bases[doc] ?? 0 };
};

const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));

export const program = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as ProgramInput },
  actions: {
    beginRound: act(({ context }: Args) => [
      set<Context>({
        round: context.round + 1,
        next: 0,
        holds: {},
        writes: 0,
        retries: 0,
        failure: null,
      }),
      note('begin', { round: context.round + 1 }),
    ]),
    done: act(({ context }: Args) => done(context)),
    acquire: act(({ context }: Args) => (context.hasLock ? [send(library(context), { type: 'acquire' })] : [])),
    keepLock: act(({ context, event }: Args) => {
      const step = instruction(context);
      if (event.type !== 'acquired' || step?.do !== 'acquire') return [];
      const { claim, token, storage = 'storage' } = event;
      return [set<Context>({ holds: { ...context.holds, [step.lock]: { claim, token, storage } } }), ...done(context)];
    }),
    read: act(({ context }: Args) => {
      const { to, claim, token } = access(context);
      const re = context.re + 1;
      return [set<Context>({ re }), send(to, { type: 'read', re, claim, token, says: 'read' })];
    }),
    keepVersion: act(({ context, event }: Args) =>
      'version' in event ? [set<Context>({ bases: { ...context.bases, [access(context).doc]: event.version } })] : [],
    ),
    check: act(({ context }: Args) => {
      const step = instruction(context);
      return context.hasLock && step?.do === 'check' ? [send(library(context), { type: 'check', by: step.by })] : [];
    }),
    beginWrite: act(({ context }: Args) => [set<Context>({ writes: context.writes + 1 })]),
    write: act(({ context }: Args) => {
      const { to, claim, token, base } = access(context);
      const re = context.re + 1;
      const op = operation(context, context.writes);
      return [set<Context>({ re }), send(to, { type: 'write', re, claim, token, op, base, says: `write on v${base}` })];
    }),
    effect: act(({ context }: Args) => {
      // on account of the newest write, or of the one still to come
      const op = operation(context, Math.max(1, context.writes));
      const { claim } = access(context);
      return [send('outside', { type: 'effect', op, claim, says: 'effect' }), ...done(context)];
    }),
    release: act(({ context }: Args) => (context.hasLock ? [send(library(context), { type: 'release' })] : [])),
    released: act(({ context }: Args) => {
      const step = instruction(context);
      const holds = step?.do === 'release' ? without(context.holds, step.lock) : context.holds;
      return [set<Context>({ holds }), ...done({ ...context, holds })];
    }),
    unsure: act(({ context }: Args) => [note('unknown', { op: operation(context, context.writes), what: 'write' })]),
    abandon: act(({ context }: Args, { failure }: { failure: Failure }) => abandon(context, failure)),
    readAgain: act(({ context }: Args) => {
      const { instructions, next, retries } = context;
      const { doc } = access(context);
      const read = instructions.slice(0, next).findLastIndex((step) => step.do === 'read' && step.doc === doc);
      return [set<Context>({ next: read, retries: retries + 1 }), note('retry', { attempt: retries + 1 })];
    }),
    noticeLater: act(({ context }: Args) => [start('notice', { type: 'noticed' }, context.onLost.notice)]),
    /** What it knew is of no use any more. */
    forget: act(() => [set<Context>({ holds: {}, bases: {}, failure: null, writes: 0, retries: 0, re: 0 })]),
    sayDone: act(({ context }: Args) => [note('done', { rounds: context.round })]),
    restart: act(({ context }: Args) => [
      stop('notice'),
      set<Context>({ round: Math.max(0, context.round - 1), holds: {}, bases: {}, failure: null }),
    ]),
  },
  guards: {
    comes: ({ context }, { step }: { step: Instruction['do'] }) => instruction(context)?.do === step,
    roundOver: ({ context }) => context.next >= context.instructions.length,
    anotherRound: ({ context }) => context.next >= context.instructions.length && context.round < context.rounds,
    failed: ({ context }) => context.next >= context.instructions.length && context.failure !== null,
    answers: ({ context, event }) => 're' in event && event.re === context.re,
    held: ({ event }) => event.type === 'held' && event.held,
    noLibrary: ({ context }) => !context.hasLock,
    holdsAny: ({ context }) => Object.keys(context.holds).length > 0,
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
    holds: {},
    bases: {},
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
              { guard: 'holdsAny', target: 'next', actions: { type: 'abandon', params: { failure: 'not-held' } } },
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
          on: { released: { target: 'next', actions: 'released' } },
        },
      },
    },
    /** Between two rounds. */
    resting: { after: { rest: { target: 'running', actions: 'beginRound' } } },
    stopped: { entry: 'forget' },
    done: { entry: 'forget' },
  },
});
