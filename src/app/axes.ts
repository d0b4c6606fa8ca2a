import type { Axis } from '../explore/sweep.ts';
import { serviceOf } from '../model/registry.ts';
import { LIMITS, type Scenario } from '../scenario/schema.ts';
import type { Run } from '../simulate/run.ts';
import { faultTitle } from './fault-title.ts';

/** A number of a document that a map can vary, in ms. */
export interface Dimension {
  readonly path: string;
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/** All lengths of time that a document has: its faults', its lock's, and the network's, those that a reader looks at first first. */
export function dimensionsOf(document: Scenario, run: Run): readonly Dimension[] {
  const found: Dimension[] = [];
  for (const [index, fault] of document.faults.entries()) {
    for (const [field, value] of Object.entries(fault)) {
      if (!['for', 'by'].includes(field) || typeof value !== 'number' || value < 0) continue;
      const label = `How long ${faultTitle(fault, run)}`;
      found.push({ path: `faults.${index}.${field}`, label, value, min: 0, max: LIMITS.time });
    }
  }
  for (const { path, label, kind, min = 0, max = LIMITS.time } of serviceOf(document.lock.service).fields) {
    const value = kind === 'ms' ? valueAt(document, path) : undefined;
    if (value !== undefined) found.push({ path, label, value, min, max });
  }
  found.push({ path: 'network.latency', label: 'Latency', value: document.network.latency, min: 0, max: LIMITS.time });
  return found;
}

/** From the least to well past the present value, in `steps` values. */
export const axisOf = ({ path, value, min, max }: Dimension, steps: number): Axis => ({
  path,
  from: min,
  to: Math.min(max, Math.max(2 * value, min + 1000)),
  steps,
});

function valueAt(document: Scenario, path: string): number | undefined {
  let at: unknown = document;
  for (const key of path.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[key];
  return typeof at === 'number' ? at : undefined;
}
