import * as v from 'valibot';

/** A row with an owner and an expiry, in a database. */
export const leaseRowSettings = v.strictObject({
  service: v.literal('lease-row'),
  ttl: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_600_000)), 10_000),
  /** Who says that a lease is over: the database's clock, the clock of the client that asks, or one that has watched the row stand still for a whole lease. */
  clock: v.optional(v.picklist(['database', 'client', 'watch']), 'database'),
  /** The clock by which a watcher counts. */
  watch: v.optional(v.picklist(['monotonic', 'wall']), 'monotonic'),
  /** The row's version, raised by every update that it takes; or nothing (a random version has no order). */
  token: v.optional(v.picklist(['none', 'version']), 'none'),
  /** The row's version when the timeline begins. */
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0),
});
