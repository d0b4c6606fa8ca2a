import { isNote } from '../model/notes.ts';
import type { Fold } from './types.ts';

interface State {
  /** The claim that was granted last; null: none. */
  readonly newest: string | null;
  /** The write that was taken last; null: none. */
  readonly written: string | null;
}

/** What storage refused, beside whose grant and after whose write: why a timeline is safe that would not have been. */
export const refusals: Fold<State> = {
  on: ['grant', 'accept', 'refuse'],
  initial: { newest: null, written: null },
  fold(state, event, hits) {
    if (isNote(event, 'grant')) return { ...state, newest: event.data.claim };
    if (isNote(event, 'accept')) return { ...state, written: event.data.op };
    if (isNote(event, 'refuse')) {
      const { by, claim, op } = event.data;
      const ops = state.written === null ? [op] : [op, state.written];
      hits.push({ at: event.id, processes: [by], claims: [claim, state.newest], ops });
    }
    return state;
  },
};
