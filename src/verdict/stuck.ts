import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface Client {
  readonly process: string;
  /** True time in ms since when it has been refused the lock without a break; null: it does not wait for it. */
  readonly waits: number | null;
}

interface State {
  /** Clients whose program has begun and not ended. */
  readonly running: readonly Client[];
  /** The longest lease granted, in ms. */
  readonly ttl: number;
}

/**
 * A client waits for ever. At a quiet end that is certain: nothing can happen any more, and its program has not ended. Where the run
 * was stopped at a bound, it is one that has been refused the lock for half the run and for three leases at least.
 */
export const stuck: Check<State> = {
  code: 'stuck',
  severity: 'violation',
  initial: { running: [], ttl: 0 },
  fold(state, event) {
    const { process } = event;
    if (event.kind === 'crash') return { ...state, running: others(state, process) };
    if (event.kind !== 'note') return state;
    if (isNote(event, 'begin')) return { ...state, running: [...others(state, process), { process, waits: null }] };
    if (isNote(event, 'done') || isNote(event, 'stop') || isNote(event, 'give-up')) {
      return { ...state, running: others(state, process) };
    }
    if (isNote(event, 'wait')) return wait(state, process, event.t);
    if (isNote(event, 'believe')) return wait(state, process, null);
    if (isNote(event, 'grant')) return { ...state, ttl: Math.max(state.ttl, event.data.ttl ?? 0) };
    return state;
  },
  finish({ running, ttl }, end, last, hits) {
    for (const { process, waits } of running) {
      const long = waits !== null && end.t - waits >= Math.max(end.t / 2, 3 * ttl);
      if (end.reason !== 'quiet' && !long) continue;
      const measures = waits === null ? {} : { measures: { waited: end.t - waits } };
      hits.push({ at: last, processes: [process], claims: [], ops: [], ...measures });
    }
  },
};

const others = ({ running }: State, process: string) => running.filter((each) => each.process !== process);

const wait = (state: State, process: string, since: number | null): State => ({
  ...state,
  running: state.running.map((each) =>
    each.process === process ? { process, waits: since === null ? null : (each.waits ?? since) } : each,
  ),
});
