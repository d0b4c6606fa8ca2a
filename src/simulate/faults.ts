import { momentOf } from '../kernel/address.ts';
import type { Fault, Scenario } from '../scenario/schema.ts';

type Kind<K extends Fault['kind']> = Extract<Fault, { kind: K }>;

/** A fault with a moment, and its position in the document. */
export type Timed = { readonly index: number; readonly fault: Exclude<Fault, Kind<'delay' | 'drop' | 'duplicate'>> };

/** A document's faults, by how they are met: on a message's sending, at a time, at a program point. */
export interface FaultPlan {
  /** By message: how many ms it is held up, in all. */
  readonly delays: ReadonlyMap<string, number>;
  readonly drops: ReadonlySet<string>;
  /** By message: how many ms behind it its copy arrives. */
  readonly duplicates: ReadonlyMap<string, number>;
  /** In order of time, and of position in the document. */
  readonly atTimes: readonly (Timed & { readonly t: number })[];
  readonly atPoints: ReadonlyMap<string, readonly Timed[]>;
  /** By message: the positions of the faults on it. */
  readonly onMessage: ReadonlyMap<string, readonly number[]>;
}

export function planFaults(faults: Scenario['faults']): FaultPlan {
  const delays = new Map<string, number>();
  const drops = new Set<string>();
  const duplicates = new Map<string, number>();
  const atTimes: (Timed & { t: number })[] = [];
  const atPoints = new Map<string, Timed[]>();
  const onMessage = new Map<string, number[]>();

  for (const [index, fault] of faults.entries()) {
    if ('message' in fault) onMessage.set(fault.message, [...(onMessage.get(fault.message) ?? []), index]);
    switch (fault.kind) {
      case 'delay':
        delays.set(fault.message, (delays.get(fault.message) ?? 0) + fault.by);
        break;
      case 'drop':
        drops.add(fault.message);
        break;
      case 'duplicate':
        duplicates.set(fault.message, fault.after);
        break;
      default: {
        const moment = momentOf(fault.at);
        if ('t' in moment) atTimes.push({ index, fault, t: moment.t });
        else atPoints.set(moment.point, [...(atPoints.get(moment.point) ?? []), { index, fault }]);
      }
    }
  }
  atTimes.sort((a, b) => a.t - b.t || a.index - b.index);
  return { delays, drops, duplicates, atTimes, atPoints, onMessage };
}
