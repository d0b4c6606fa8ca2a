import { isNote } from '../model/notes.ts';
import { ended, granted, type Newest } from './newest.ts';
import type { Check } from './types.ts';

interface Client {
  readonly process: string;
  /** The lock that it has been refused, and the true time in ms since when without a break; null: it does not wait for one. */
  readonly waits: { readonly lock: string; readonly since: number } | null;
}

interface State {
  /** Clients whose program has begun and not ended. */
  readonly running: readonly Client[];
  /** What stands by the service's account: whom they wait for. */
  readonly standing: Newest;
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
  on: ['begin', 'done', 'stop', 'give-up', 'wait', 'believe', 'grant', 'expire', 'release', 'forget', 'crash'],
  initial: { running: [], standing: [], ttl: 0 },
  fold(state, event) {
    const { process } = event;
    if (event.kind === 'crash') return without(state, process);
    if (isNote(event, 'begin')) {
      return { ...state, running: [...without(state, process).running, { process, waits: null }] };
    }
    if (isNote(event, 'done') || isNote(event, 'stop') || isNote(event, 'give-up')) return without(state, process);
    if (isNote(event, 'wait')) {
      const { lock } = event.data;
      return waiting(state, process, (waits) => waits ?? { lock, since: event.t });
    }
    if (isNote(event, 'believe')) return waiting(state, process, () => null);
    if (isNote(event, 'grant')) {
      const ttl = Math.max(state.ttl, event.data.ttl ?? 0);
      return { ...state, standing: granted(state.standing, event.data), ttl };
    }
    if (isNote(event, 'expire') || isNote(event, 'release') || isNote(event, 'forget')) {
      const standing = ended(state.standing, event.data.claim);
      return standing === state.standing ? state : { ...state, standing };
    }
    return state;
  },
  finish({ running, standing, ttl }, end, last, hits) {
    for (const { process, waits } of running) {
      const waited = waits === null ? 0 : end.t - waits.since;
      const long = waits !== null && waited >= Math.max(end.t / 2, 3 * ttl);
      if (end.reason !== 'quiet' && !long) continue;
      const claims = standing.filter(({ lock }) => lock === waits?.lock).map(({ claim }) => claim);
      hits.push({
        at: last,
        processes: [process],
        claims,
        ops: [],
        ...(waits === null ? {} : { measures: { waited } }),
      });
    }
  },
};

const without = (state: State, gone: string): State =>
  state.running.some(({ process }) => process === gone)
    ? { ...state, running: state.running.filter(({ process }) => process !== gone) }
    : state;

function waiting(state: State, who: string, change: (waits: Client['waits']) => Client['waits']): State {
  const client = state.running.find(({ process }) => process === who);
  if (!client) return state;
  const waits = change(client.waits);
  if (waits === client.waits) return state;
  return { ...state, running: state.running.map((each) => (each === client ? { ...each, waits } : each)) };
}
