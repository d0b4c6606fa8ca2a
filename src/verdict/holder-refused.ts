import { isNote } from '../model/notes.ts';
import { ended, granted, isNewest, type Newest } from './newest.ts';
import type { Check } from './types.ts';

/** Storage refused a request of the legitimate holder: of the newest grant of a lock, still standing by the service's account. */
export const holderRefused: Check<Newest> = {
  code: 'holder-refused',
  severity: 'violation',
  on: ['grant', 'expire', 'release', 'forget', 'refuse', 'read-refused'],
  initial: [],
  fold(standing, event, hits) {
    if (isNote(event, 'grant')) return granted(standing, event.data);
    if (isNote(event, 'expire') || isNote(event, 'release') || isNote(event, 'forget')) {
      return ended(standing, event.data.claim);
    }
    if ((isNote(event, 'refuse') || isNote(event, 'read-refused')) && isNewest(standing, event.data.claim)) {
      const { by, claim } = event.data;
      hits.push({
        at: event.id,
        processes: [by],
        claims: [claim],
        ops: isNote(event, 'refuse') ? [event.data.op] : [],
      });
    }
    return standing;
  },
};
