import * as v from 'valibot';
import { none } from './none/service.ts';
import { noneSettings } from './none/settings.ts';
import { redis } from './redis/service.ts';
import { redisSettings } from './redis/settings.ts';
import type { Service } from './service.ts';

/** Every lock service: its settings and its description. Adding one is a folder and a line here. */
const entries = [
  [redisSettings, redis],
  [noneSettings, none],
] as const;

/** `lock` in the document: told apart by `service`. */
export const serviceSchema = v.variant('service', [entries[0][0], entries[1][0]]);

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
