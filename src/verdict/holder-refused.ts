import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

/** The claim that stands by the service's account; null: nobody's. */
type Standing = string | null;

/** Storage refused a request of the legitimate holder: the newest grant, still standing. */
export const holderRefused: Check<Standing> = {
  code: 'holder-refused',
  severity: 'violation',
  initial: null,
  fold(standing, event, hits) {
    if (isNote(event, 'grant')) return event.data.claim;
    if (isNote(event, 'expire') || isNote(event, 'release') || isNote(event, 'forget')) {
      return event.data.claim === standing ? null : standing;
    }
    if (
      (isNote(event, 'refuse') || isNote(event, 'read-refused')) &&
      standing !== null &&
      event.data.claim === standing
    ) {
      const ops = isNote(event, 'refuse') ? [event.data.op] : [];
      hits.push({ at: event.id, processes: [event.data.by], claims: [standing], ops });
    }
    return standing;
  },
};
