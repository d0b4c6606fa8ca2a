import type { AnyStateMachine } from 'xstate';

/** Monotonic and wall clocks go on while a process is paused; the processor's own time (`cpu`) stands still. */
export type ClockName = 'monotonic' | 'wall' | 'cpu';

/** A process of the world: one machine on one host. Processes of one host share its clocks, pauses and crashes. */
export interface ProcessSpec {
  /** Unique, for example `A`, `A.lock`, `redis`. */
  readonly name: string;
  readonly host: string;
  readonly machine: AnyStateMachine;
  /** The machine's input; plain JSON. */
  readonly input: unknown;
  /** Which clock a timer of that name runs on. Without an entry: monotonic. */
  readonly clocks?: Readonly<Record<string, ClockName>>;
  /**
   * Timers of those names bring what their clock shows on firing, as `reading` in whole ms: for a machine that sends its own
   * clock's time to others as data. A scheduler without times gives none.
   */
  readonly reads?: readonly string[];
  /** Random ms at most added to a timer of that name, from the scenario's seed. */
  readonly jitter?: Readonly<Record<string, number>>;
}
