import { isNote } from '../model/notes.ts';
import type { Check, Hit } from './types.ts';

interface Open {
  readonly op: string;
  readonly by: string;
  readonly claim: string | null;
  /** Its write has been sent. */
  readonly asked: boolean;
  /** Its client is gone, and can write no more; a write on its way may still come. */
  readonly left: boolean;
}

interface State {
  /** Operations with an effect that is not yet covered by an accepted write. */
  readonly open: readonly Open[];
  readonly happened: readonly string[];
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
  /** Writes that were sent, and neither taken nor refused. */
  readonly asked: readonly string[];
}

/**
 * A side effect happened for a write that was refused or never came, or happened twice. A program that has effects and no writes is
 * not judged by this: there is nothing that its effect would have to stand for.
 */
export const unfencedEffect: Check<State> = {
  code: 'unfenced-effect',
  severity: 'violation',
  on: ['effect', 'send', 'accept', 'refuse', 'stop', 'done', 'crash'],
  initial: { open: [], happened: [], accepted: [], refused: [], asked: [] },
  fold(state, event, hits) {
    if (event.kind === 'send') {
      const { op, base } = event.data;
      return typeof op === 'string' && typeof base === 'number' ? sent(state, op) : state;
    }
    if (isNote(event, 'effect')) {
      const { op, by, claim } = event.data;
      const again = state.happened.includes(op);
      const covered = state.accepted.includes(op);
      const uncovered = state.refused.includes(op) && !covered;
      if (again || uncovered) hits.push({ at: event.id, processes: [by], claims: [claim], ops: [op] });
      const asked = state.asked.includes(op);
      return {
        ...state,
        happened: again ? state.happened : [...state.happened, op],
        open: again || covered || uncovered ? state.open : [...state.open, { op, by, claim, asked, left: false }],
      };
    }
    if (isNote(event, 'accept')) {
      const { op } = event.data;
      return {
        ...answered(state, op),
        accepted: [...state.accepted, op],
        open: state.open.filter((each) => each.op !== op),
      };
    }
    if (event.kind === 'crash' || (isNote(event, 'stop') && event.data.reason === 'timeout')) {
      return leave(state, ({ by }) => by === event.process);
    }
    // took its write for done
    if (isNote(event, 'done')) return leave(state, ({ by, asked }) => by === event.process && asked);
    // its client gave the round up, or storage refused: the effect stands for nothing
    if (isNote(event, 'stop')) return abandon(state, ({ by }) => by === event.process, event.id, hits);
    if (isNote(event, 'refuse')) {
      const { op } = event.data;
      const next = abandon(state, (each) => each.op === op, event.id, hits);
      return { ...answered(next, op), refused: [...state.refused, op] };
    }
    return state;
  },
  finish({ open }, end, last, hits) {
    for (const each of open) if (each.left || (each.asked && end.reason === 'quiet')) hits.push(hit(each, last));
  },
};

const hit = ({ op, by, claim }: Open, at: number): Hit => ({ at, processes: [by], claims: [claim], ops: [op] });

function sent(state: State, op: string): State {
  const known = [state.asked, state.accepted, state.refused].some((ops) => ops.includes(op));
  if (known) return state;
  const open = state.open.map((each) => (each.op === op ? { ...each, asked: true } : each));
  return { ...state, open, asked: [...state.asked, op] };
}

const answered = (state: State, op: string): State =>
  state.asked.includes(op) ? { ...state, asked: state.asked.filter((each) => each !== op) } : state;

function leave(state: State, who: (open: Open) => boolean): State {
  if (!state.open.some((each) => !each.left && who(each))) return state;
  return { ...state, open: state.open.map((each) => (who(each) ? { ...each, left: true } : each)) };
}

function abandon(state: State, which: (open: Open) => boolean, at: number, hits: Hit[]): State {
  const abandoned = state.open.filter(which);
  if (abandoned.length === 0) return state;
  for (const each of abandoned) hits.push(hit(each, at));
  return { ...state, open: state.open.filter((each) => !abandoned.includes(each)) };
}
