import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface State {
  /** Operations with an effect that is not yet covered by an accepted write. */
  readonly open: readonly { readonly op: string; readonly by: string; readonly claim: string | null }[];
  readonly happened: readonly string[];
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/** A side effect happened for a write that was refused or never came, or happened twice. */
export const unfencedEffect: Check<State> = {
  code: 'unfenced-effect',
  severity: 'violation',
  initial: { open: [], happened: [], accepted: [], refused: [] },
  fold(state, event, hits) {
    if (isNote(event, 'effect')) {
      const { op, by, claim } = event.data;
      const uncovered = state.refused.includes(op) && !state.accepted.includes(op);
      if (state.happened.includes(op) || uncovered)
        hits.push({ at: event.id, processes: [by], claims: [claim], ops: [op] });
      const settled = uncovered || state.happened.includes(op) || state.accepted.includes(op);
      return {
        ...state,
        happened: state.happened.includes(op) ? state.happened : [...state.happened, op],
        open: settled ? state.open : [...state.open, { op, by, claim }],
      };
    }
    if (isNote(event, 'accept')) {
      const { op } = event.data;
      return { ...state, accepted: [...state.accepted, op], open: state.open.filter((each) => each.op !== op) };
    }
    // its client gave the round up, or storage refused: the effect stands for nothing
    if (isNote(event, 'refuse') || isNote(event, 'stop')) {
      const abandoned = state.open.filter((each) =>
        isNote(event, 'refuse') ? each.op === event.data.op : each.by === event.process,
      );
      for (const { op, by, claim } of abandoned)
        hits.push({ at: event.id, processes: [by], claims: [claim], ops: [op] });
      return {
        ...state,
        refused: isNote(event, 'refuse') ? [...state.refused, event.data.op] : state.refused,
        open: state.open.filter((each) => !abandoned.includes(each)),
      };
    }
    return state;
  },
};
