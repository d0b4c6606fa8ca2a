import * as v from 'valibot';
import { redisSettings } from '../redis/settings.ts';

const { ttl, token, counter, persistence, renew } = redisSettings.entries;
const ms = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_600_000));

/** A Redis primary and its replica, which gets every change a little later. */
export const redisReplicatedSettings = v.strictObject({
  service: v.literal('redis-replicated'),
  ttl,
  token,
  counter,
  persistence,
  renew,
  /** A client asks with `WAIT 1` whether the replica has its lock, for at most so many ms, and else gives it back; null: it does not ask. */
  wait: v.optional(v.nullable(ms), null),
  /** `min-replicas-to-write 1`: the primary refuses writes once its replica has been silent for so many ms (`min-replicas-max-lag`); null: it does not. */
  maxLag: v.optional(v.nullable(ms), null),
});
