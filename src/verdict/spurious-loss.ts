import type { TraceEvent } from '../kernel/trace.ts';
import { isNote } from '../model/notes.ts';
import type { Check, Hit } from './types.ts';

interface Held {
  readonly lock: string;
  readonly claim: string;
  readonly holder: string;
  /** True time in ms at which the lease is over, as granted or last extended. */
  readonly until: number;
  readonly believes: boolean;
}

interface State {
  /** The newest grant of each lock, while it stands by the service's account. */
  readonly held: readonly Held[];
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
  on: [
    'grant',
    'extend',
    'expire',
    'release',
    'forget',
    'believe',
    'disbelieve',
    'pause',
    'resume',
    'crash',
    'restart',
  ],
  initial: { held: [], absent: [] },
  fold(state, event, hits) {
    const { process, t } = event;
    switch (event.kind) {
      case 'pause':
        return event.data['part'] ? state : { ...state, absent: [...state.absent, process] };
      case 'crash':
        return {
          absent: [...state.absent, process],
          held: changed(state.held, ({ holder, believes }) => believes && holder === process, { believes: false }),
        };
      case 'resume':
      case 'restart':
        return event.data['part'] ? state : { ...state, absent: state.absent.filter((each) => each !== process) };
      case 'note':
        break;
      default:
        return state;
    }
    if (isNote(event, 'grant')) {
      const { lock, claim, holder, ttl, replaced } = event.data;
      const robbed = state.held.find((each) => each.lock === lock && each.claim === replaced);
      if (robbed && robbed.holder !== holder) lose(state, robbed, event, holder, hits);
      const others = state.held.filter((each) => each.lock !== lock);
      return { ...state, held: [...others, { lock, claim, holder, until: lasting(t, ttl), believes: false }] };
    }
    if (isNote(event, 'extend')) {
      const { claim, ttl } = event.data;
      return withHeld(
        state,
        changed(state.held, (each) => each.claim === claim, { until: lasting(t, ttl) }),
      );
    }
    const mine = 'claim' in event.data ? state.held.find((each) => each.claim === event.data['claim']) : undefined;
    if (!mine) return state;
    if (isNote(event, 'believe'))
      return withHeld(
        state,
        changed(state.held, (each) => each === mine, { believes: true }),
      );
    if (isNote(event, 'release')) {
      if (event.data.by !== mine.holder) lose(state, mine, event, event.data.by, hits);
      return free(state, mine);
    }
    if (isNote(event, 'expire') || isNote(event, 'forget')) {
      lose(state, mine, event, process, hits);
      return free(state, mine);
    }
    if (isNote(event, 'disbelieve')) {
      if (event.data.reason === 'renewal') lose(state, mine, event, process, hits);
      return withHeld(
        state,
        changed(state.held, (each) => each === mine, { believes: false }),
      );
    }
    return state;
  },
};

const lasting = (t: number, ttl: number | null): number => t + (ttl ?? Number.POSITIVE_INFINITY);

const withHeld = (state: State, held: readonly Held[]): State => (held === state.held ? state : { ...state, held });

const free = (state: State, mine: Held): State => ({ ...state, held: state.held.filter((each) => each !== mine) });

const changed = (held: readonly Held[], which: (held: Held) => boolean, change: Partial<Held>): readonly Held[] =>
  held.some(which) ? held.map((each) => (which(each) ? { ...each, ...change } : each)) : held;

/** The holder loses its lock at the hands of `by`: no fault of its own, if it was there, believed, and its lease still ran. */
function lose(
  { absent }: State,
  { holder, claim, until, believes }: Held,
  { id, t }: TraceEvent,
  by: string,
  hits: Hit[],
): void {
  if (!believes || t >= until || absent.includes(holder)) return;
  const early = Number.isFinite(until) ? { measures: { early: until - t } } : {};
  hits.push({ at: id, processes: by === holder ? [holder] : [holder, by], claims: [claim], ops: [], ...early });
}
