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
  on: ['accept'],
  initial: [],
  fold(versions, event, hits) {
    if (!isNote(event, 'accept')) return versions;
    const { version, base, by, claim, op } = event.data;
    const made: Version = { version, base, by, claim, op, lost: false };
    // what was kept so far is what the newest is built on
    if (base === versions.at(-1)?.version) return [...versions, made];

    const kept = ancestors(versions, base);
    // a write taken twice is not lost, as long as one of its copies is kept
    const ops = new Set([op, ...versions.filter((each) => kept.has(each.version)).map((each) => each.op)]);
    const next = versions.map((each): Version => {
      if (each.lost || kept.has(each.version) || ops.has(each.op)) return each;
      hits.push({ at: event.id, processes: [by, each.by], claims: [claim, each.claim], ops: [op, each.op] });
      return { ...each, lost: true };
    });
    return [...next, made];
  },
  // as long as each write was built on the one before, only their number matters
  essence: (versions, repeats) =>
    !repeats && versions.every(({ base, lost }, nth) => !lost && base === (versions[nth - 1]?.version ?? 0))
      ? versions.length
      : versions,
};

function ancestors(versions: readonly Version[], version: number): ReadonlySet<number> {
  // storage counts its versions from 1, without a gap
  const made = (nth: number) =>
    versions[nth - 1]?.version === nth ? versions[nth - 1] : versions.find((each) => each.version === nth);
  const found = new Set<number>();
  let at: number | undefined = version;
  while (at !== undefined && !found.has(at)) {
    found.add(at);
    at = made(at)?.base;
  }
  return found;
}
