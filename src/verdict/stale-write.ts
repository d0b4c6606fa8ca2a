import { isNote } from '../model/notes.ts';
import { granted, isNewest, type Newest } from './newest.ts';
import type { Check } from './types.ts';

/**
 * Storage took a write whose grant was not the newest of its lock at that moment. It need not have ended to be the newest, nor does
 * it matter who believes what. A write without a claim is nobody's grant, and not judged. One under a claim that was never granted
 * (an error on acquire, taken for success) is stale as soon as anybody has been granted a lock.
 */
export const staleWrite: Check<Newest> = {
  code: 'stale-write',
  severity: 'violation',
  on: ['grant', 'accept'],
  initial: [],
  fold(newest, event, hits) {
    if (isNote(event, 'grant')) return granted(newest, event.data);
    if (isNote(event, 'accept')) {
      const { claim, by, op } = event.data;
      if (newest.length > 0 && claim !== null && !isNewest(newest, claim)) {
        hits.push({ at: event.id, processes: [by], claims: [claim, ...newest.map((each) => each.claim)], ops: [op] });
      }
    }
    return newest;
  },
};
