import type { Span } from './types.ts';

/** Where a moment lies in the picture. */
export interface TimeScale {
  readonly domain: Span;
  /** The visible window. */
  readonly view: Span;
  /** In px along: where the window begins and ends. */
  readonly range: readonly [number, number];
  /** ms → px along. */
  to(t: number): number;
  /** px along → ms. */
  invert(px: number): number;
  /** The same folds, another window. */
  window(view: Span): TimeScale;
}
