import type { Scenario } from '../scenario/schema.ts';

/** What a mark of the timeline stands for, as far as it can be edited. */
export type Target =
  | { readonly kind: 'lane'; readonly host: string }
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'fault'; readonly index: number };

/** From a mark's id (see timeline/layout/ids.ts). Null: a mark that only shows something. */
export function targetOf(mark: string | null, { faults }: Scenario): Target | null {
  if (mark === null) return null;
  const lane = /^lane:(.+)$/.exec(mark);
  if (lane) return { kind: 'lane', host: lane[1] as string };
  const fault = /^[a-z]+:(\d+):/.exec(mark);
  if (fault && Number(fault[1]) < faults.length) return { kind: 'fault', index: Number(fault[1]) };
  if (/^[\w-]+→[\w-]+·\d+′?$/.test(mark)) return { kind: 'message', message: mark.replace('′', '') };
  return null;
}
