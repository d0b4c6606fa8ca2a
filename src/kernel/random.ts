import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/**
 * A number from 0 to `most`, drawn for a thing by its name: the same seed and name give the same number, whatever else is drawn.
 */
export function draw(seed: number, name: string, most: number): number {
  if (most === 0) return 0;
  return uniformInt(xoroshiro128plus(hash(seed, name)), 0, most);
}

/** FNV-1a over the seed and the name's code units. */
function hash(seed: number, name: string): number {
  let h = 0x811c9dc5 ^ seed;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h | 0;
}
