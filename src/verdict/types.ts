import type { End, TraceEvent } from '../kernel/trace.ts';

export const CODES = [
  'lost-update',
  'stale-write',
  'two-holders',
  'token-regressed',
  'holder-refused',
  'unfenced-effect',
  'stuck',
  'late-takeover',
  'spurious-loss',
  'unknown-outcome',
  'two-believers',
] as const;
export type Code = (typeof CODES)[number];

/** What a check found. */
export interface Finding {
  readonly code: Code;
  /** The event at which it became true. */
  readonly at: number;
  /** The hosts that it concerns, the one that did it first. */
  readonly processes: readonly string[];
  /** The few events that explain it, oldest first, linked by cause. */
  readonly why: readonly number[];
  /** What was measured, for example `{ gap: 12000 }` in ms. */
  readonly measures?: Readonly<Record<string, number>>;
}

/** What a check says before its why is looked up: `about` are the events that it turns on. */
export type Hit = Omit<Finding, 'why' | 'code'> & { readonly about: readonly number[] };

/** One check: a fold over the events. `State` is plain data, so that a search can carry it along every path. */
export interface Check<State> {
  readonly code: Code;
  /** A warning does not make a timeline unsafe. */
  readonly severity: 'violation' | 'warning';
  readonly initial: State;
  /** Pure. Pushes to `hits` what became true with this event. */
  readonly fold: (state: State, event: TraceEvent, hits: Hit[]) => State;
  /** What can only be said at the end. */
  readonly finish?: (state: State, end: End, hits: Hit[]) => void;
}
