import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

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
    const { holder, claim } = state;
    const lose = (by: string) => {
      if (!state.believes || holder === null || t >= state.until || state.absent.includes(holder)) return;
      const processes = by === holder ? [holder] : [holder, by];
      hits.push({
        at: event.id,
        processes,
        claims: [claim],
        ops: [],
        measures: { early: Math.min(state.until, 1e12) - t },
      });
    };
    const free: State = { ...state, holder: null, claim: null, until: 0, believes: false };

    if (isNote(event, 'grant')) {
      if (event.data.replaced !== undefined && event.data.replaced === claim) lose(event.data.holder);
      const until = t + (event.data.ttl ?? Number.POSITIVE_INFINITY);
      return { ...state, holder: event.data.holder, claim: event.data.claim, until, believes: false };
    }
    if (isNote(event, 'believe')) return event.data.claim === claim ? { ...state, believes: true } : state;
    if (isNote(event, 'extend')) {
      return event.data.claim === claim ? { ...state, until: t + (event.data.ttl ?? Number.POSITIVE_INFINITY) } : state;
    }
    if (isNote(event, 'release') && event.data.claim === claim) {
      if (event.data.by !== holder) lose(event.data.by);
      return free;
    }
    if ((isNote(event, 'expire') || isNote(event, 'forget')) && event.data.claim === claim) {
      lose(process);
      return free;
    }
    if (isNote(event, 'disbelieve') && event.data.claim === claim) {
      if (event.data.reason === 'renewal') lose(process);
      return { ...state, believes: false };
    }
    return state;
  },
};
