import type { TraceEvent } from '../kernel/trace.ts';
import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface Lock {
  readonly lock: string;
  readonly claim: string;
  readonly holder: string;
  /** The newest grant's lease in ms, as last extended; null: without an end. */
  readonly ttl: number | null;
  /** True time in ms at which the holder was done or dead; null: it still holds. */
  readonly gone: number | null;
}

interface Waiter {
  readonly process: string;
  readonly lock: string;
  /** True time in ms. */
  readonly since: number;
}

interface State {
  readonly locks: readonly Lock[];
  /** Clients that were refused a lock, and since when. */
  readonly waiting: readonly Waiter[];
}

/** A takeover is late when it comes more than so many leases after the holder was done or dead. */
const LATE = 1.5;

/**
 * A free or dead lock is taken much later than its lease allows, though somebody waited. `gap`: ms that nobody could hold it, while that
 * client waited. A lock without an end allows any wait: who never gets it is stuck, who gets it late is not judged.
 */
export const lateTakeover: Check<State> = {
  code: 'late-takeover',
  severity: 'violation',
  on: ['grant', 'extend', 'expire', 'release', 'forget', 'wait', 'give-up', 'done', 'stop', 'crash', 'resume'],
  initial: { locks: [], waiting: [] },
  fold(state, event, hits) {
    const { process, t } = event;
    if (event.kind === 'crash' || isNote(event, 'done') || isNote(event, 'stop')) return ended(state, event);
    // who was frozen could not have taken it
    if (event.kind === 'resume') return event.data['part'] ? state : asksAgain(state, event);
    if (isNote(event, 'wait')) {
      const { lock } = event.data;
      if (state.waiting.some((each) => each.process === process && each.lock === lock)) return state;
      return { ...state, waiting: [...state.waiting, { process, lock, since: t }] };
    }
    if (isNote(event, 'give-up')) {
      return without(state, (each) => each.process === process && each.lock === event.data.lock);
    }
    if (isNote(event, 'extend')) {
      const { claim, ttl } = event.data;
      return changed(state, (each) => each.claim === claim && each.ttl !== ttl, { ttl });
    }
    if (isNote(event, 'release') || isNote(event, 'expire') || isNote(event, 'forget')) {
      const { claim } = event.data;
      return changed(state, (each) => each.claim === claim && each.gone === null, { gone: t });
    }
    if (isNote(event, 'grant')) {
      const { lock, claim, holder, ttl } = event.data;
      const before = state.locks.find((each) => each.lock === lock);
      const taken = (each: Waiter) => each.process === holder && each.lock === lock;
      const since = state.waiting.find(taken)?.since;
      if (before && before.gone !== null && before.ttl !== null && since !== undefined) {
        const gap = t - Math.max(before.gone, since);
        if (gap > LATE * before.ttl) {
          hits.push({ at: event.id, processes: [holder], claims: [claim, before.claim], ops: [], measures: { gap } });
        }
      }
      const others = state.locks.filter((each) => each !== before);
      return {
        locks: [...others, { lock, claim, holder, ttl, gone: null }],
        waiting: without(state, taken).waiting,
      };
    }
    return state;
  },
};

/** A client's program is over: it neither holds nor waits. */
function ended(state: State, { process, t }: TraceEvent): State {
  const rest = without(state, (each) => each.process === process);
  return changed(rest, (each) => each.holder === process && each.gone === null, { gone: t });
}

const without = (state: State, gone: (waiter: Waiter) => boolean): State =>
  state.waiting.some(gone) ? { ...state, waiting: state.waiting.filter((each) => !gone(each)) } : state;

const asksAgain = (state: State, { process, t }: TraceEvent): State =>
  state.waiting.some((each) => each.process === process)
    ? { ...state, waiting: state.waiting.map((each) => (each.process === process ? { ...each, since: t } : each)) }
    : state;

const changed = (state: State, which: (lock: Lock) => boolean, change: Partial<Lock>): State =>
  state.locks.some(which)
    ? { ...state, locks: state.locks.map((each) => (which(each) ? { ...each, ...change } : each)) }
    : state;
