import type { TimeScale } from './scale.ts';
import type { Span } from './types.ts';

/**
 * Which window a zoom or a pan leads to. Reckoned in px of the picture as it is, so that what is under the cursor or
 * the fingers stays there, whatever is folded. Null: everything.
 */

/** No closer than that, in ms. */
const CLOSEST = 4;

/** `factor` below 1 looks closer, around the place `px`. */
export function zoomed(scale: TimeScale, px: number, factor: number): Span | null {
  const [low, high] = scale.range;
  return within(scale, px - (px - low) * factor, px + (high - px) * factor);
}

/** The picture is pushed by so many px along. */
export function panned(scale: TimeScale, by: number): Span | null {
  const [low, high] = scale.range;
  const first = scale.to(scale.domain.from);
  const last = scale.to(scale.domain.to);
  const shift = Math.min(Math.max(-by, first - low), last - high);
  return within(scale, low + shift, high + shift);
}

/** Two fingers went from a1 and a2 to b1 and b2. */
export function pinched(scale: TimeScale, a1: number, a2: number, b1: number, b2: number): Span | null {
  const [low, high] = scale.range;
  const apart = Math.sign(b2 - b1 || 1) * Math.max(8, Math.abs(b2 - b1));
  const factor = Math.abs((a2 - a1) / apart);
  const from = (a1 + a2) / 2 - ((b1 + b2) / 2 - low) * factor;
  return within(scale, from, from + (high - low) * factor);
}

function within(scale: TimeScale, from: number, to: number): Span | null {
  const { domain } = scale;
  const first = scale.to(domain.from);
  const last = scale.to(domain.to);
  if (to - from >= last - first - 0.5) return null;
  let [a, b] = [from, to];
  if (a < first) [a, b] = [first, b + first - a];
  if (b > last) [a, b] = [a + last - b, last];
  const span = { from: Math.max(domain.from, scale.invert(a)), to: Math.min(domain.to, scale.invert(b)) };
  return span.to - span.from < CLOSEST ? scale.view : span;
}
