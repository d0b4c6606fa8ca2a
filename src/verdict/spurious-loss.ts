import type { TraceEvent } from '../kernel/trace.ts';
import { isNote } from '../model/notes.ts';
import type { Check, Hit } from './types.ts';

interface State {
  readonly holder: string | null;
  readonly claim: string | null;
  /** True time in ms at which the lease is over, as granted or last extended. */
  readonly until: number;
  readonly believes: boolean;
  /** Hosts that are frozen or dead: what happens to their locks is their own doing. */
  readonly absent: readonly string[];
}

/**
 * A holder that did everything right loses the lock, or stops: its grant was ended by somebody not entitled or before its time,
 * or it gave up for a failed renewal although the grant still stood.
 */
export const spuriousLoss: Check<State> = {
  code: 'spurious-loss',
  severity: 'violation',
  initial: { holder: null, claim: null, until: 0, believes: false, absent: [] },
  fold(state, event, hits) {
    const { process, t } = event;
    switch (event.kind) {
      case 'pause':
        return event.data['part'] ? state : { ...state, absent: [...state.absent, process] };
      case 'crash':
        return { ...state, absent: [...state.absent, process], believes: state.believes && process !== state.holder };
      case 'resume':
      case 'restart':
        return event.data['part'] ? state : { ...state, absent: state.absent.filter((each) => each !== process) };
      case 'note':
        break;
      default:
        return state;
    }
    const { claim } = state;
    if (isNote(event, 'grant')) {
      if (event.data.replaced !== undefined && event.data.replaced === claim)
        lose(state, event, event.data.holder, hits);
      const until = t + (event.data.ttl ?? Number.POSITIVE_INFINITY);
      return { ...state, holder: event.data.holder, claim: event.data.claim, until, believes: false };
    }
    if (isNote(event, 'believe')) return event.data.claim === claim ? { ...state, believes: true } : state;
    if (isNote(event, 'extend')) {
      return event.data.claim === claim ? { ...state, until: t + (event.data.ttl ?? Number.POSITIVE_INFINITY) } : state;
    }
    if (isNote(event, 'release') && event.data.claim === claim) {
      if (event.data.by !== state.holder) lose(state, event, event.data.by, hits);
      return free(state);
    }
    if ((isNote(event, 'expire') || isNote(event, 'forget')) && event.data.claim === claim) {
      lose(state, event, process, hits);
      return free(state);
    }
    if (isNote(event, 'disbelieve') && event.data.claim === claim) {
      if (event.data.reason === 'renewal') lose(state, event, process, hits);
      return { ...state, believes: false };
    }
    return state;
  },
};

const free = (state: State): State => ({ ...state, holder: null, claim: null, until: 0, believes: false });

/** The holder loses its lock at the hands of `by`: no fault of its own, if it was there, believed, and its lease still ran. */
function lose({ holder, claim, until, believes, absent }: State, { id, t }: TraceEvent, by: string, hits: Hit[]): void {
  if (!believes || holder === null || t >= until || absent.includes(holder)) return;
  const early = Number.isFinite(until) ? { measures: { early: until - t } } : {};
  hits.push({ at: id, processes: by === holder ? [holder] : [holder, by], claims: [claim], ops: [], ...early });
}
