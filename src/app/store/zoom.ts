import type { Span } from '../../timeline/layout/types.ts';

/** The shortest window, in ms. */
const SHORTEST = 20;

/** The window twice as near, or half as near, around a moment; null: it shows everything. */
export function zoomed(zoom: Span | null, domain: Span, t: number, nearer: boolean): Span | null {
  const { from, to } = zoom ?? domain;
  const around = Math.min(to, Math.max(from, t));
  const factor = nearer ? 1 / 2 : 2;
  if (nearer && (to - from) / 2 < SHORTEST) return zoom;
  const next = {
    from: Math.max(domain.from, around - (around - from) * factor),
    to: Math.min(domain.to, around + (to - around) * factor),
  };
  return next.from <= domain.from && next.to >= domain.to ? null : next;
}

/** The window, moved so far that it shows a moment. */
export function following(zoom: Span, t: number): Span {
  if (t >= zoom.from && t <= zoom.to) return zoom;
  const length = zoom.to - zoom.from;
  const from = Math.max(0, t - length / 2);
  return { from, to: from + length };
}
