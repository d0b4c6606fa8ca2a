import * as v from 'valibot';

/** One Redis server that holds one lock key and, where asked for, a counter. */
export const redisSettings = v.strictObject({
  service: v.literal('redis'),
  /** The lease: `PX`, in ms. */
  ttl: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_600_000)), 10_000),
  /** Where the fencing token comes from: nowhere, `INCR` in the script that sets the lock, or `INCR` as a command of its own. */
  token: v.optional(v.picklist(['none', 'incr', 'incr-apart']), 'none'),
  /** What the counter stands at when the timeline begins. */
  counter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0),
  /** What a restart leaves of the lock and the counter. */
  persistence: v.optional(v.picklist(['none', 'aof', 'rdb']), 'none'),
  /** What a renewal asks for: only if the stored value is its own, by the key's name, or as `SET … XX`, or setting a lock that has gone anew. */
  renew: v.optional(v.picklist(['compare', 'by-name', 'set-xx', 'recreate']), 'compare'),
  /** Lock and expiry in one command, or `SETNX` and then `EXPIRE`. */
  acquire: v.optional(v.picklist(['set-nx-px', 'setnx-then-expire']), 'set-nx-px'),
});
