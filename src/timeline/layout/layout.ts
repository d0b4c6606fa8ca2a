import type { Run } from '../../simulate/run.ts';
import type { Found, Layout, LayoutOptions } from './types.ts';

/** What `layout` reads of a run. */
export type Drawable = Pick<Run, 'events' | 'end' | 'lanes'>;

/** The picture of a run: pure, the same for the same arguments. */
export function layout(_run: Drawable, _findings: readonly Found[], _options: LayoutOptions): Layout {
  throw new Error('not yet');
}
