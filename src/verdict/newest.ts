/** A lock, and the claim that was granted it last. */
export interface Held {
  readonly lock: string;
  readonly claim: string;
}

/** The newest grant of each lock, in order of the locks' names, so that two ways to the same grants have the same state. */
export type Newest = readonly Held[];

/** And now `lock` is granted to `claim`. */
export function granted(newest: Newest, { lock, claim }: Held): Newest {
  return newest.some((each) => each.lock === lock)
    ? newest.map((each) => (each.lock === lock ? { lock, claim } : each))
    : [...newest, { lock, claim }].sort((a, b) => (a.lock < b.lock ? -1 : 1));
}

/** And now that claim holds nothing. */
export const ended = (newest: Newest, claim: string | null): Newest =>
  isNewest(newest, claim) ? newest.filter((each) => each.claim !== claim) : newest;

/** Claims are unique across locks: one that is the newest of any lock is the newest of its own. */
export const isNewest = (newest: Newest, claim: string | null): boolean => newest.some((each) => each.claim === claim);
