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
    // a write taken twice is not lost, as long as one of its copies is kept
    const ops = new Set([op, ...versions.filter((each) => kept.has(each.version)).map((each) => each.op)]);
    const next = versions.map((each): Version => {
      if (each.lost || kept.has(each.version) || ops.has(each.op)) return each;
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
