import type { TraceEvent } from '../kernel/trace.ts';
import { holderOf } from '../model/claim.ts';
import { isNote } from '../model/notes.ts';
import type { Hit } from './types.ts';

/** So many events explain a finding, at most. */
const MOST = 8;

/**
 * The few events that explain a finding, oldest first: what became of the claims and the operations that it turns on, and the
 * faults that met its clients meanwhile. The weightiest are kept: the event itself, writes, grants and their ends, faults, reads.
 */
export function why(events: readonly TraceEvent[], { at, processes, claims, ops }: Hit): readonly number[] {
  const told = events.slice(0, at + 1);
  const bases = new Set<string>();
  for (const event of told) {
    if ((isNote(event, 'accept') || isNote(event, 'refuse')) && ops.includes(event.data.op)) {
      bases.add(`${event.data.by} ${event.data.base}`);
    }
  }
  const first = told.findIndex((event) => isNote(event, 'grant') && claims.includes(event.data.claim));

  const weighed: { id: number; weight: number }[] = [];
  for (const event of told) {
    const weight = event.id === at ? 0 : weigh(event);
    if (weight !== null) weighed.push({ id: event.id, weight });
  }
  return weighed
    .sort((a, b) => a.weight - b.weight || b.id - a.id)
    .slice(0, MOST)
    .map(({ id }) => id)
    .sort((a, b) => a - b);

  /** 1 is the weightiest; null: it explains nothing. */
  function weigh(event: TraceEvent): number | null {
    switch (event.kind) {
      case 'crash':
      case 'restart':
      case 'jump':
      case 'rate':
        return event.id > first ? 2 : null;
      case 'pause':
      case 'resume':
      case 'cut':
        return processes.includes(event.process) && event.id > first ? 1 : null;
      case 'drop':
        return processes.includes(event.process) || processes.includes(event.from) ? 3 : null;
      case 'deliver':
        return event.held > 0 && (processes.includes(event.process) || processes.includes(event.from)) ? 2 : null;
      case 'note':
        break;
      default:
        return null;
    }
    if (isNote(event, 'accept') || isNote(event, 'refuse') || isNote(event, 'effect'))
      return ops.includes(event.data.op) ? 1 : null;
    if (isNote(event, 'grant') || isNote(event, 'expire') || isNote(event, 'forget')) {
      return event.data.claim !== null && claims.includes(event.data.claim) ? 1 : null;
    }
    if (isNote(event, 'release')) {
      const weight = holderOf(event.data.claim) === event.data.by ? 3 : 1;
      return claims.includes(event.data.claim) ? weight : null;
    }
    if (isNote(event, 'token') || isNote(event, 'extend')) return claims.includes(event.data.claim) ? 3 : null;
    if (isNote(event, 'read')) {
      if (!bases.has(`${event.data.by} ${event.data.version}`)) return null;
      return event.data.by === processes[0] ? 2 : 3;
    }
    if (isNote(event, 'max-seen')) return event.data.to < event.data.from ? 2 : null;
    if (isNote(event, 'wait') || isNote(event, 'stop') || isNote(event, 'renewal-failed')) {
      return processes.includes(event.process) ? 4 : null;
    }
    return null;
  }
}
