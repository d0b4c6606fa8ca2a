/** What a storage check can go by. */
export interface Memory {
  readonly version: number;
  /** The highest token seen; 0: none. */
  readonly maxSeen: number;
  /** The claim that read last: what a check of the lock's random value compares with. */
  readonly owner: string | null;
}

/** What a write shows. */
export interface Shown {
  readonly token: number | null;
  readonly claim: string | null;
  readonly base: number;
}

export type Reason = 'stale-token' | 'no-token' | 'version' | 'value';

/** A storage check: when a write is refused. Adding one is an entry in the list below. */
export interface StorageCheck {
  readonly value: string;
  readonly label: string;
  /** One sentence for a tooltip. */
  readonly help: string;
  /** It goes by the token that a request carries. */
  readonly byToken: boolean;
  /** Why the write is refused; null: it is taken. A write without a token comes here only if such are let through to the check. */
  readonly refuses: (memory: Memory, write: Shown) => Reason | null;
}

const stale = (refused: boolean): Reason | null => (refused ? 'stale-token' : null);

export const CHECKS = [
  {
    value: 'nothing',
    label: 'nothing',
    help: 'Storage takes every write.',
    byToken: false,
    refuses: () => null,
  },
  {
    value: 'token',
    label: 'token',
    help: 'A write is taken when its token is the highest seen, or higher.',
    byToken: true,
    refuses: ({ maxSeen }, { token }) => stale((token ?? 0) < maxSeen),
  },
  {
    value: 'version',
    label: 'version',
    help: 'Compare and set: a write is taken when the version that it was built on is still the newest. Needs no lock.',
    byToken: false,
    refuses: ({ version }, { base }) => (base === version ? null : 'version'),
  },
  {
    value: 'token-strict',
    label: 'token, strictly higher',
    help: 'A write is taken only when its token is higher than the highest seen: refuses the holder’s own second write.',
    byToken: true,
    // a repeat of the highest is the holder's own, and is refused too [pg-fence]
    refuses: ({ maxSeen }, { token }) => stale((token ?? 0) <= maxSeen),
  },
  {
    value: 'token-equal',
    label: 'token, equal',
    help: 'A write is taken only when its token equals the one seen: a common mistake, since the next holder’s is higher.',
    byToken: true,
    refuses: ({ maxSeen }, { token }) => stale(maxSeen !== 0 && token !== maxSeen),
  },
  {
    value: 'value',
    label: 'lock’s random value',
    help: 'A write is taken when its lock’s random value is that of the client that read last: unique, but without an order.',
    byToken: false,
    // the stale client that claims late wins, and the legitimate one is refused [redis-random-value-cas]
    refuses: ({ owner }, { claim }) => (owner === null || owner === claim ? null : 'value'),
  },
  {
    value: 'idempotency-key',
    label: 'idempotency key',
    help: 'A write that was taken before gets its first answer again, and changes nothing. Does not tell stale writes.',
    byToken: false,
    refuses: () => null,
  },
] as const satisfies readonly StorageCheck[];

export type CheckName = (typeof CHECKS)[number]['value'];

export const checkNamed = (value: CheckName): StorageCheck =>
  CHECKS.find((check) => check.value === value) as StorageCheck;
