import type { Mark } from '../layout/types.ts';
import { classOf, geometryOf } from './shapes.ts';

/**
 * Above so many arrows, arrows and bands that look alike are one path: hundreds of elements cost a frame each time they move, and
 * no one of them can be told from its neighbours by then. They can still be grabbed, since hits are found in the layout; the strong
 * ones, and all after zooming in, are themselves again.
 */
const CROWD = 200;

/** A picture's marks that are drawn one by one, and the rest as one path's `d` for each look, by the class that it has. */
export interface Crowd {
  readonly single: readonly Mark[];
  readonly bands: ReadonlyMap<string, string>;
  readonly arrows: ReadonlyMap<string, string>;
}

/** Where a mark goes in a crowd; null: it stays by itself. */
function placeOf(mark: Mark): 'bands' | 'arrows' | null {
  if (mark.strong || mark.handle?.kind === 'pause') return null;
  if (mark.kind === 'arrow') return mark.dashed ? null : 'arrows';
  return mark.kind === 'band' && (mark.look === 'grant' || mark.look === 'belief') ? 'bands' : null;
}

export function crowd(marks: readonly Mark[]): Crowd {
  const merged = { bands: new Map<string, string>(), arrows: new Map<string, string>() };
  if (marks.reduce((count, mark) => (mark.kind === 'arrow' ? count + 1 : count), 0) <= CROWD) {
    return { single: marks, ...merged };
  }
  const single: Mark[] = [];
  for (const mark of marks) {
    const place = placeOf(mark);
    if (place === null) {
      single.push(mark);
      continue;
    }
    const look = classOf(mark);
    merged[place].set(look, (merged[place].get(look) ?? '') + geometryOf(mark)['d']);
  }
  return { single, ...merged };
}
