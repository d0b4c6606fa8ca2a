/** The lock that is meant where a program names none. */
export const LOCK = 'lock';

/** The name of a client's nth attempt to hold a lock: what Redis keeps as the lock's random value. Of another lock: `A.orders#1`. */
export const claimOf = (client: string, nth: number, lock = LOCK): string =>
  lock === LOCK ? `${client}#${nth}` : `${client}.${lock}#${nth}`;

/** The client that made a claim. */
export const holderOf = (claim: string): string => /^[^.#]*/.exec(claim)?.[0] ?? '';
