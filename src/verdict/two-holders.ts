import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface Grant {
  readonly lock: string;
  readonly claim: string;
  readonly holder: string;
  /** True time in ms at which its lease ends, as it was granted or last extended. Infinity where it has no end. */
  readonly until: number;
  /** The service no longer knows of it, though nobody entitled ended it. */
  readonly usurped: boolean;
  /** Its holder is done with it, or dead. */
  readonly done: boolean;
}

/**
 * The lock service had two grants at once: one was made although an earlier one of that lock had neither run out nor been ended by
 * somebody entitled to. A grant that another's release, a takeover or the service's forgetting ended still stands, until its holder
 * is done with it or its lease would have been over by true time. A holder that gets the lock anew has no second holder beside it.
 */
export const twoHolders: Check<readonly Grant[]> = {
  code: 'two-holders',
  severity: 'violation',
  on: ['grant', 'extend', 'expire', 'release', 'release-refused', 'forget', 'disbelieve', 'crash'],
  initial: [],
  fold(grants, event, hits) {
    if (event.kind === 'crash') return changed(grants, ({ holder }) => holder === event.process, { done: true });

    if (isNote(event, 'grant')) {
      const { t } = event;
      const { lock, claim, holder, ttl, replaced } = event.data;
      const next: Grant[] = [];
      for (const each of grants) {
        if (each.lock !== lock) {
          next.push(each);
          continue;
        }
        const usurped = each.usurped || each.claim === replaced;
        const over = usurped && (each.done || each.until <= t);
        if (over || each.claim === claim || each.holder === holder) continue;
        hits.push({ at: event.id, processes: [holder, each.holder], claims: [claim, each.claim], ops: [] });
        if (!each.done) next.push({ ...each, usurped: true });
      }
      next.push({ lock, claim, holder, until: lasting(t, ttl), usurped: false, done: false });
      return next;
    }
    if (isNote(event, 'extend')) {
      const { claim, ttl } = event.data;
      return changed(grants, (each) => each.claim === claim, { until: lasting(event.t, ttl) });
    }
    if (isNote(event, 'expire')) return without(grants, ({ claim }) => claim === event.data.claim);
    if (isNote(event, 'release')) {
      const { claim, by } = event.data;
      return changed(
        without(grants, (each) => each.claim === claim && each.holder === by),
        (each) => each.claim === claim,
        { usurped: true },
      );
    }
    if (isNote(event, 'forget')) {
      return changed(grants, ({ claim }) => claim === event.data.claim, { usurped: true });
    }
    if (isNote(event, 'disbelieve') || isNote(event, 'release-refused')) {
      return changed(grants, ({ claim }) => claim === event.data.claim, { done: true });
    }
    return grants;
  },
};

const lasting = (t: number, ttl: number | null): number => t + (ttl ?? Number.POSITIVE_INFINITY);

/** A grant that the service does not know of, and whose holder is done with it, is no more. */
const changed = (grants: readonly Grant[], which: (grant: Grant) => boolean, change: Partial<Grant>) =>
  grants.some(which)
    ? without(
        grants.map((each) => (which(each) ? { ...each, ...change } : each)),
        ({ usurped, done }) => usurped && done,
      )
    : grants;

const without = (grants: readonly Grant[], gone: (grant: Grant) => boolean) =>
  grants.some(gone) ? grants.filter((each) => !gone(each)) : grants;
