import type { TraceEvent } from '../kernel/trace.ts';
import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface State {
  readonly holder: string | null;
  readonly claim: string | null;
  /** The lease in ms; null: without an end. */
  readonly ttl: number | null;
  /** True time in ms at which the holder was done or dead; null: somebody holds it, or nobody ever did. */
  readonly gone: number | null;
  /** Clients that were refused the lock, and since when. */
  readonly waiting: readonly { readonly process: string; readonly since: number }[];
}

/** A takeover is late when it comes more than so many leases after the holder was done or dead. */
const LATE = 1.5;

/** A free or dead lock is taken much later than its lease allows, though somebody waited. `gap`: ms that nobody could hold it. */
export const lateTakeover: Check<State> = {
  code: 'late-takeover',
  severity: 'violation',
  initial: { holder: null, claim: null, ttl: null, gone: null, waiting: [] },
  fold(state, event, hits) {
    if (event.kind === 'crash') return ended(state, event);
    // who was frozen could not have taken it
    if (event.kind === 'resume') return event.data['part'] ? state : asksAgain(state, event);
    if (event.kind !== 'note') return state;
    if (isNote(event, 'wait')) {
      const { process, t } = event;
      if (state.waiting.some((each) => each.process === process)) return state;
      return { ...state, waiting: [...state.waiting, { process, since: t }] };
    }
    if (isNote(event, 'give-up')) return withoutWaiter(state, event.process);
    if (isNote(event, 'done') || isNote(event, 'stop')) return ended(state, event);
    if (isNote(event, 'extend')) return event.data.claim === state.claim ? { ...state, ttl: event.data.ttl } : state;
    if (isNote(event, 'release') || isNote(event, 'expire') || isNote(event, 'forget')) {
      return event.data.claim === state.claim ? leave(state, event.t) : state;
    }
    if (isNote(event, 'grant')) {
      const { claim, holder, ttl } = event.data;
      const since = state.waiting.find(({ process }) => process === holder)?.since;
      if (state.gone !== null && since !== undefined && state.ttl !== null) {
        const gap = event.t - Math.max(state.gone, since);
        if (gap > LATE * state.ttl) {
          hits.push({ at: event.id, processes: [holder], claims: [claim, state.claim], ops: [], measures: { gap } });
        }
      }
      return { holder, claim, ttl, gone: null, waiting: state.waiting.filter(({ process }) => process !== holder) };
    }
    return state;
  },
};

/** A client's program is over: it neither holds nor waits. */
function ended(state: State, { process, t }: TraceEvent): State {
  const rest = withoutWaiter(state, process);
  return process === state.holder ? leave(rest, t) : rest;
}

const withoutWaiter = (state: State, gone: string): State =>
  state.waiting.some(({ process }) => process === gone)
    ? { ...state, waiting: state.waiting.filter(({ process }) => process !== gone) }
    : state;

const asksAgain = (state: State, { process, t }: TraceEvent): State =>
  state.waiting.some((each) => each.process === process)
    ? { ...state, waiting: state.waiting.map((each) => (each.process === process ? { process, since: t } : each)) }
    : state;

const leave = (state: State, t: number): State => (state.gone === null ? { ...state, gone: t } : state);
