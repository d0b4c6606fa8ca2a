import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface State {
  /** Writes sent and not answered. */
  readonly asked: readonly { readonly process: string; readonly op: string; readonly claim: string | null }[];
  /** Writes already told of. */
  readonly told: readonly string[];
}

/** A client cannot know whether its write landed: it stopped waiting for the answer, or died before it came. */
export const unknownOutcome: Check<State> = {
  code: 'unknown-outcome',
  severity: 'violation',
  messages: true,
  initial: { asked: [], told: [] },
  fold(state, event, hits) {
    const { process } = event;
    if (event.kind === 'send' && typeof event.data['base'] === 'number' && typeof event.data['op'] === 'string') {
      const op = event.data['op'];
      const claim = (event.data['claim'] ?? null) as string | null;
      return { ...state, asked: [...state.asked.filter((each) => each.op !== op), { process, op, claim }] };
    }
    if (event.kind === 'deliver' && typeof event.data['op'] === 'string') {
      const answered = (each: State['asked'][number]) => each.process === process && each.op === event.data['op'];
      return state.asked.some(answered) ? { ...state, asked: state.asked.filter((each) => !answered(each)) } : state;
    }
    const unsure =
      event.kind === 'crash'
        ? state.asked.filter((each) => each.process === process)
        : isNote(event, 'unknown') && event.data.what === 'write'
          ? state.asked.filter((each) => each.op === event.data.op)
          : [];
    if (unsure.length === 0) return state;
    const fresh = unsure.filter(({ op }) => !state.told.includes(op));
    for (const { op, claim } of fresh) hits.push({ at: event.id, processes: [process], claims: [claim], ops: [op] });
    return {
      asked: state.asked.filter((each) => !unsure.includes(each)),
      told: [...state.told, ...fresh.map(({ op }) => op)],
    };
  },
};
