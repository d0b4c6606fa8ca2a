import type { End, TraceEvent } from '../kernel/trace.ts';
import type { NoteKind } from '../model/notes.ts';

/** Every verdict, the gravest first (DESIGN: what is checked). */
export const CODES = [
  'lost-update',
  'stale-write',
  'two-holders',
  'token-regressed',
  'holder-refused',
  'unfenced-effect',
  'stuck',
  'spurious-loss',
  'late-takeover',
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
  /** The few events that explain it, oldest first. */
  readonly why: readonly number[];
  /** What was measured, for example `{ gap: 12000 }` in ms. */
  readonly measures?: Readonly<Record<string, number>>;
}

/** What a check says, before its why is looked up: the claims and operations that it turns on. */
export interface Hit {
  readonly at: number;
  readonly processes: readonly string[];
  readonly claims: readonly (string | null)[];
  readonly ops: readonly string[];
  readonly measures?: Readonly<Record<string, number>>;
}

/** What a check can listen to: a kind of note, or of any other event. */
export type Told = NoteKind | Exclude<TraceEvent['kind'], 'note'>;

/**
 * A fold over the events, and what it listens to. `State` is plain, immutable data without event ids, so that a search can carry it
 * along every path, and two paths that mean the same have the same state.
 */
export interface Fold<State> {
  /** The only events that can change its state or be a hit. It need not be shown any other. */
  readonly on: readonly Told[];
  readonly initial: State;
  /** Pure but for `hits`, to which it pushes what became true with this event. Gives the same state where nothing changed. */
  readonly fold: (state: State, event: TraceEvent, hits: Hit[]) => State;
  /**
   * For a search: what of a state decides which events to come are a hit, where that is less than the whole. Two states of the
   * same essence may be taken for one. `repeats`: whether one operation can reach the storage twice. Without: the state itself.
   */
  readonly essence?: (state: State, repeats: boolean) => unknown;
}

/** One check. */
export interface Check<State> extends Fold<State> {
  readonly code: Code;
  /** A warning does not make a timeline unsafe. */
  readonly severity: 'violation' | 'warning';
  /** What can only be said at the end; `last` is the last event's id. */
  readonly finish?: (state: State, end: End, last: number, hits: Hit[]) => void;
}
