import type { Scenario } from '../scenario/schema.ts';
import type { Answer, Progress } from './every-order.ts';
import type { Axis, Sweep } from './sweep.ts';

/** What a worker can be asked to do. */
export type Task =
  | { readonly kind: 'every-order'; readonly scenario: Scenario }
  | { readonly kind: 'sweep'; readonly scenario: Scenario; readonly x: Axis; readonly y: Axis };

/** What a worker tells meanwhile and at the end. */
export type Report =
  | { readonly kind: 'progress'; readonly progress: Progress | { readonly done: number; readonly of: number } }
  /** `found`: the shortest violating order as an ordinary document; null where there is none, or no times were found for it. */
  | { readonly kind: 'ordered'; readonly result: Answer; readonly found: Scenario | null }
  | { readonly kind: 'swept'; readonly result: Sweep };
