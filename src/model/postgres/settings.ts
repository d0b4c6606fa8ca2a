import * as v from 'valibot';

const ms = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600_000));

/** A PostgreSQL primary, and perhaps a standby, that hold advisory locks. */
export const postgresSettings = v.strictObject({
  service: v.literal('postgres'),
  /** `pg_advisory_lock`, which ends with its session, or `pg_advisory_xact_lock`, which ends with its transaction. */
  scope: v.optional(v.picklist(['session', 'transaction']), 'session'),
  /** What is handed out with the lock: see the service's tokens. */
  token: v.optional(v.picklist(['none', 'fence', 'fence-in-transaction', 'sequence', 'sequence-cache']), 'none'),
  /** What the fence column or the sequence stands at when the timeline begins. */
  counter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0),
  /** `idle_session_timeout` or `idle_in_transaction_session_timeout`, by the lock's scope; 0: none. */
  idleTimeout: v.optional(ms, 0),
  /** `lock_timeout`: how long a statement waits in the queue; 0: for ever. */
  lockTimeout: v.optional(ms, 0),
  /** How many server sessions a pooler in transaction mode shares out; 0: no pooler. */
  pool: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8)), 0),
  standby: v.optional(v.picklist(['none', 'asynchronous', 'synchronous']), 'none'),
  /** Where the client connects to. */
  connect: v.optional(v.picklist(['primary', 'standby']), 'primary'),
});
