import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

/** The newest claim that the lock service granted; null: none yet. */
type Newest = string | null;

/** Storage took a write whose grant was not the newest at that moment. A write without a claim is nobody's grant, and not judged. */
export const staleWrite: Check<Newest> = {
  code: 'stale-write',
  severity: 'violation',
  initial: null,
  fold(newest, event, hits) {
    if (isNote(event, 'grant')) return event.data.claim;
    if (isNote(event, 'accept')) {
      const { claim, by, op } = event.data;
      if (newest !== null && claim !== null && claim !== newest) {
        hits.push({ at: event.id, processes: [by], claims: [claim, newest], ops: [op] });
      }
    }
    return newest;
  },
};
