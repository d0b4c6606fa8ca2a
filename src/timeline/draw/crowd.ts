import type { ArrowMark, Mark } from '../layout/types.ts';
import { geometryOf } from './shapes.ts';

/**
 * Above so many arrows, those of one colour are one path: hundreds of elements cost a frame each time they move, and no one of
 * them can be told from its neighbours by then. They can still be grabbed, since hits are found in the layout; the strong ones, and all after
 * zooming in, are themselves again.
 */
const CROWD = 200;

/** A picture's marks that are drawn one by one, and the rest of its arrows as one path's `d` for each tone. */
export interface Crowd {
  readonly single: readonly Mark[];
  readonly merged: ReadonlyMap<string, string>;
}

const mergeable = (mark: Mark): mark is ArrowMark => mark.kind === 'arrow' && !mark.strong && !mark.dashed;

export function crowd(marks: readonly Mark[]): Crowd {
  if (marks.reduce((count, mark) => (mark.kind === 'arrow' ? count + 1 : count), 0) <= CROWD) {
    return { single: marks, merged: new Map() };
  }
  const paths = new Map<string, string[]>();
  const single: Mark[] = [];
  for (const mark of marks) {
    if (!mergeable(mark)) {
      single.push(mark);
      continue;
    }
    let path = paths.get(mark.tone);
    if (!path) {
      path = [];
      paths.set(mark.tone, path);
    }
    path.push(String(geometryOf(mark)['d']));
  }
  return { single, merged: new Map([...paths].map(([tone, path]) => [tone, path.join('')])) };
}
