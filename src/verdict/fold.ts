import type { TraceEvent } from '../kernel/trace.ts';
import type { Fold, Hit } from './types.ts';

/** What a fold has come to. */
export interface Folded {
  state: unknown;
  readonly hits: Hit[];
}

/** Folds a trace in one pass: every fold is shown what it listens to. In the order of the folds. */
export function foldAll(events: readonly TraceEvent[], folds: readonly Fold<unknown>[]): readonly Folded[] {
  const all = folds.map(({ fold, initial, on }) => ({ fold, on, state: initial, hits: [] as Hit[] }));
  const listeners = new Map<string, typeof all>();
  for (const each of all) {
    for (const kind of each.on) {
      const others = listeners.get(kind);
      if (others) others.push(each);
      else listeners.set(kind, [each]);
    }
  }
  for (const event of events) {
    const told = listeners.get(event.kind === 'note' ? event.note : event.kind);
    if (told) for (const each of told) each.state = each.fold(each.state, event, each.hits);
  }
  return all;
}
