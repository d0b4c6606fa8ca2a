import type * as v from 'valibot';
import type { Service } from '../service.ts';
import type { noneSettings } from './settings.ts';

/** Without a lock: acquire, check and release do nothing. */
export const none: Service<v.InferOutput<typeof noneSettings>> = {
  id: 'none',
  title: 'No lock',
  recipe: 'storage alone',
  tokens: [],
  fencingToken: null,
  noToken: 'Nothing grants a lock, so nothing counts the grants. A version check does without.',
  renews: false,
  waits: [],
  fields: [],
  commands: [],
  lanes: () => [],
  processes: () => [],
  library: () => null,
};
