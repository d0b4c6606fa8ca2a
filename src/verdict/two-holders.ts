import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface Grant {
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
 * The lock service had two grants at once: one was made although an earlier one had neither run out nor been ended by somebody
 * entitled to. A grant that another's release, a takeover or the service's forgetting ended still stands, until its holder is
 * done with it or its lease would have been over.
 */
export const twoHolders: Check<readonly Grant[]> = {
  code: 'two-holders',
  severity: 'violation',
  initial: [],
  fold(grants, event, hits) {
    if (event.kind === 'crash') return changed(grants, ({ holder }) => holder === event.process, { done: true });
    if (event.kind !== 'note') return grants;

    if (isNote(event, 'grant')) {
      const { claim, holder, ttl } = event.data;
      const standing = grants.filter((each) => each.claim !== claim && !(each.usurped && each.until <= event.t));
      for (const other of standing) {
        hits.push({ at: event.id, processes: [holder, other.holder], claims: [claim, other.claim], ops: [] });
      }
      return [
        ...standing.filter(({ done }) => !done).map((each) => ({ ...each, usurped: true })),
        { claim, holder, until: event.t + (ttl ?? Number.POSITIVE_INFINITY), usurped: false, done: false },
      ];
    }
    if (isNote(event, 'extend')) {
      const { claim, ttl } = event.data;
      const until = event.t + (ttl ?? Number.POSITIVE_INFINITY);
      return grants.map((each) => (each.claim === claim ? { ...each, until } : each));
    }
    if (isNote(event, 'expire')) return without(grants, ({ claim }) => claim === event.data.claim);
    if (isNote(event, 'release')) {
      const { claim, by } = event.data;
      return grants.flatMap((each) =>
        each.claim !== claim ? [each] : each.holder === by || each.done ? [] : [{ ...each, usurped: true }],
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
