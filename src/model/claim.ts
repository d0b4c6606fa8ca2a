/** The name of a client's nth attempt to hold a lock: what Redis keeps as the lock's random value. */
export const claimOf = (client: string, nth: number): string => `${client}#${nth}`;

/** The client that made a claim. */
export const holderOf = (claim: string): string => claim.slice(0, claim.lastIndexOf('#'));
