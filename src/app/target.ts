import type { Fault, Scenario } from '../scenario/schema.ts';

/** What a mark of the timeline stands for, as far as it can be edited. */
export type Target =
  | { readonly kind: 'lane'; readonly host: string }
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'fault'; readonly index: number };

/** What the faults look like on the timeline. */
const LOOKS: Readonly<Record<string, readonly Fault['kind'][]>> = {
  pause: ['pause'],
  crash: ['crash', 'restart'],
  cut: ['partition'],
  slow: ['latency'],
};

/** From a mark's id (see timeline/layout/ids.ts). Null: a mark that only shows something. */
export function targetOf(mark: string | null, { faults }: Scenario): Target | null {
  if (mark === null) return null;
  const lane = /^lane:(.+)$/.exec(mark);
  if (lane) return { kind: 'lane', host: lane[1] as string };
  const trouble = TROUBLE.exec(mark);
  if (trouble) {
    const [, look = '', at] = trouble;
    const fault = faults[Number(at)];
    return fault && LOOKS[look]?.includes(fault.kind) ? { kind: 'fault', index: Number(at) } : null;
  }
  if (/^[\w-]+→[\w-]+·\d+′?$/.test(mark)) return { kind: 'message', message: mark.replace('′', '') };
  return null;
}

const TROUBLE = /^([a-z]+):(\d+):/;

/** Did a mark stand for a fault that the document has no more? */
export const isGone = (mark: string | null, document: Scenario): boolean =>
  mark !== null && TROUBLE.test(mark) && targetOf(mark, document) === null;
