import * as v from 'valibot';
import { leaseRowService } from './lease-row/service.ts';
import { leaseRowSettings } from './lease-row/settings.ts';
import { none } from './none/service.ts';
import { noneSettings } from './none/settings.ts';
import { postgres } from './postgres/service.ts';
import { postgresSettings } from './postgres/settings.ts';
import { redis } from './redis/service.ts';
import { redisSettings } from './redis/settings.ts';
import { redisReplicated } from './redis-replicated/service.ts';
import { redisReplicatedSettings } from './redis-replicated/settings.ts';
import type { Service } from './service.ts';

/** Every lock service: its settings and its description. Adding one is a folder and a line here. */
const entries = [
  [redisSettings, redis],
  [leaseRowSettings, leaseRowService],
  [postgresSettings, postgres],
  [redisReplicatedSettings, redisReplicated],
  [noneSettings, none],
] as const;

/** `lock` in the document: told apart by `service`. */
export const serviceSchema = v.variant('service', [
  redisSettings,
  postgresSettings,
  leaseRowSettings,
  redisReplicatedSettings,
  noneSettings,
]);

export type LockSettings = v.InferOutput<typeof serviceSchema>;

/** What a setting of that name is, where the service has it. */
export const settingOf = <T>(lock: LockSettings, name: string): T | undefined =>
  (lock as Readonly<Record<string, unknown>>)[name] as T | undefined;

export const services: readonly Service<LockSettings>[] = entries.map(
  ([, service]) => service as Service<LockSettings>,
);

/** Throws on a name that the schema would not have let through. */
export function serviceOf(id: string): Service<LockSettings> {
  const service = services.find((each) => each.id === id);
  if (!service) throw new RangeError(`no lock service is called "${id}"`);
  return service;
}

/** The names of a lock service's hosts. */
export const hostsOf = (lock: LockSettings): readonly string[] =>
  serviceOf(lock.service)
    .lanes(lock)
    .flatMap(({ host, members }) => [host, ...(members ?? []).map((member) => member.host)]);

/** The lock's settings as one client has them. What the schema has not seen is the caller's to check. */
export const ownSettings = (lock: LockSettings, own: Readonly<Record<string, unknown>> | undefined): LockSettings =>
  own ? ({ ...lock, ...own, service: lock.service } as LockSettings) : lock;
