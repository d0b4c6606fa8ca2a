import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface Version {
  readonly version: number;
  readonly base: number;
  readonly by: string;
  readonly claim: string | null;
  readonly op: string;
  readonly lost: boolean;
}

/** An acknowledged write that is no ancestor of the newest value. A write names what it was built on, so the history is a graph. */
export const lostUpdate: Check<readonly Version[]> = {
  code: 'lost-update',
  severity: 'violation',
  initial: [],
  fold(versions, event, hits) {
    if (!isNote(event, 'accept')) return versions;
    const { version, base, by, claim, op } = event.data;
    const kept = ancestors(versions, base);
    const next = versions.map((each): Version => {
      // the same write taken twice has not lost itself
      if (each.lost || kept.has(each.version) || each.op === op) return each;
      hits.push({ at: event.id, processes: [by, each.by], claims: [claim, each.claim], ops: [op, each.op] });
      return { ...each, lost: true };
    });
    return [...next, { version, base, by, claim, op, lost: false }];
  },
};

function ancestors(versions: readonly Version[], version: number): ReadonlySet<number> {
  const found = new Set<number>();
  let at: number | undefined = version;
  while (at !== undefined && !found.has(at)) {
    found.add(at);
    const here: number = at;
    at = versions.find((each) => each.version === here)?.base;
  }
  return found;
}
