import { isNote } from '../model/notes.ts';
import type { Check, Hit } from './types.ts';

interface Open {
  readonly op: string;
  readonly by: string;
  readonly claim: string | null;
  /** Its client is gone, and can write no more; a write on its way may still come. */
  readonly left: boolean;
}

interface State {
  /** Operations with an effect that is not yet covered by an accepted write. */
  readonly open: readonly Open[];
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
        open: settled ? state.open : [...state.open, { op, by, claim, left: false }],
      };
    }
    if (isNote(event, 'accept')) {
      const { op } = event.data;
      return { ...state, accepted: [...state.accepted, op], open: state.open.filter((each) => each.op !== op) };
    }
    if (event.kind === 'crash' || (isNote(event, 'stop') && event.data.reason === 'timeout')) {
      const leaves = (each: Open) => each.by === event.process && !each.left;
      if (!state.open.some(leaves)) return state;
      return { ...state, open: state.open.map((each) => (leaves(each) ? { ...each, left: true } : each)) };
    }
    // its client gave the round up, or storage refused: the effect stands for nothing
    if (isNote(event, 'refuse') || isNote(event, 'stop')) {
      const abandoned = state.open.filter((each) =>
        isNote(event, 'refuse') ? each.op === event.data.op : each.by === event.process,
      );
      for (const each of abandoned) hits.push(hit(each, event.id));
      return {
        ...state,
        refused: isNote(event, 'refuse') ? [...state.refused, event.data.op] : state.refused,
        open: state.open.filter((each) => !abandoned.includes(each)),
      };
    }
    return state;
  },
  finish({ open }, _end, last, hits) {
    for (const each of open) if (each.left) hits.push(hit(each, last));
  },
};

const hit = ({ op, by, claim }: Open, at: number): Hit => ({ at, processes: [by], claims: [claim], ops: [op] });
