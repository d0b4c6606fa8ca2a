import type { Span } from './types.ts';

/** A quiet stretch that is drawn shorter than it lasted. */
export type Fold = Span;

/**
 * Where a moment lies in the picture. Piecewise linear: `times[i]` (ms, rising) lies at `places[i]` (rising, in any unit),
 * and the window `view` of it is stretched over `range` (px along). Beyond its ends it goes on as its last piece does.
 * A zoom is a window on the same places, so that it stays smooth under the cursor whatever is folded.
 */
export class TimeScale {
  /** All the time that there is. */
  readonly domain: Span;
  /** The visible window. */
  readonly view: Span;
  /** In px along: where the window begins and ends. */
  readonly range: readonly [number, number];
  readonly folds: readonly Fold[];
  readonly #times: readonly number[];
  readonly #places: readonly number[];
  readonly #origin: number;
  readonly #stretch: number;

  constructor(
    times: readonly number[],
    places: readonly number[],
    range: readonly [number, number],
    folds: readonly Fold[] = [],
    view?: Span,
  ) {
    this.#times = times;
    this.#places = places;
    this.domain = { from: times[0] as number, to: times[times.length - 1] as number };
    this.view = view && view.to > view.from ? view : this.domain;
    this.range = range;
    this.folds = folds;
    const from = piece(times, places, this.view.from);
    this.#origin = from;
    this.#stretch = (range[1] - range[0]) / (piece(times, places, this.view.to) - from);
  }

  /** ms → px along. */
  to(t: number): number {
    return this.range[0] + (piece(this.#times, this.#places, t) - this.#origin) * this.#stretch;
  }

  /** px along → ms. */
  invert(px: number): number {
    return piece(this.#places, this.#times, this.#origin + (px - this.range[0]) / this.#stretch);
  }

  /** px per ms at that moment. */
  slope(t: number): number {
    const i = pieceAt(this.#times, t);
    return (rise(this.#places, i) / rise(this.#times, i)) * this.#stretch;
  }

  /** The same folds, another window. */
  window(view: Span): TimeScale {
    return new TimeScale(this.#times, this.#places, this.range, this.folds, view);
  }

  /** Is that stretch, or a part of it, folded? */
  folded(from: number, to: number): boolean {
    return this.folds.some((fold) => fold.from < to && fold.to > from);
  }
}

/** The index of the piece of `xs` in which x lies; beyond the ends, the outermost. */
function pieceAt(xs: readonly number[], x: number): number {
  let low = 0;
  let high = xs.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((xs[middle] as number) <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

const rise = (xs: readonly number[], i: number) => (xs[i + 1] as number) - (xs[i] as number);

function piece(xs: readonly number[], ys: readonly number[], x: number): number {
  const i = pieceAt(xs, x);
  return (ys[i] as number) + ((x - (xs[i] as number)) * rise(ys, i)) / rise(xs, i);
}

/** Every ms is as long as every other. */
export const linearScale = (domain: Span, range: readonly [number, number]): TimeScale =>
  new TimeScale([domain.from, domain.to], [domain.from, domain.to], range);

export interface FoldWish {
  /** When something happens, in ms, rising. */
  readonly times: readonly number[];
  /** What has to stay readable, in ms: the usual time that a message takes. */
  readonly hop: number;
  /** How long that should be, in px. */
  readonly length: number;
}

/** A gap is only folded if that makes it shorter by a good deal: a fold asks for the reader's attention. */
const WORTH = 1.5;
/** Nothing shorter than so many hops is folded. */
const QUIET = 2;
/** How much a folded stretch still grows with the time that it stands for. */
const GROWTH = 0.3;

/** The length of a gap, in ms of unfolded time, where gaps longer than `most` are folded. */
function folded(gap: number, most: number): number {
  return gap < most * WORTH ? gap : most * (1 + GROWTH * Math.log2(gap / most));
}

/**
 * Folds as little as is needed to give a hop its length: the longest gaps first, all down to one measure.
 * Where a hop has its length anyway, nothing is folded.
 */
export function foldedScale(domain: Span, range: readonly [number, number], wish: FoldWish): TimeScale {
  const times = distinct(domain, wish.times);
  const { most } = measure(times, range[1] - range[0], wish);
  const places: number[] = [0];
  const folds: Fold[] = [];
  for (let i = 1; i < times.length; i++) {
    const from = times[i - 1] as number;
    const to = times[i] as number;
    // what follows the last event is no gap between events
    const length = i === times.length - 1 ? to - from : folded(to - from, most);
    if (length < to - from) folds.push({ from, to });
    places.push((places[i - 1] as number) + length);
  }
  return new TimeScale(times, places, range, folds);
}

/** The px that a picture needs to give a hop its length when all that may be folded is. */
export function lengthNeeded(domain: Span, wish: FoldWish): number {
  const times = distinct(domain, wish.times);
  return (total(times, wish.hop * QUIET) / wish.hop) * wish.length;
}

function distinct(domain: Span, times: readonly number[]): number[] {
  const out = [domain.from];
  for (const t of times) {
    if (t > (out[out.length - 1] as number) && t < domain.to) out.push(t);
  }
  out.push(domain.to);
  return out;
}

function total(times: readonly number[], most: number): number {
  let sum = 0;
  for (let i = 1; i < times.length; i++) sum += folded((times[i] as number) - (times[i - 1] as number), most);
  return sum;
}

/** The longest measure to fold down to that gives the hop its length. */
function measure(times: readonly number[], length: number, { hop, length: wanted }: FoldWish): { most: number } {
  let long = 0;
  for (let i = 1; i < times.length; i++) long = Math.max(long, (times[i] as number) - (times[i - 1] as number));
  const enough = (most: number) => (length / total(times, most)) * hop >= wanted;
  let low = hop * QUIET;
  let high = Math.max(long, low);
  if (enough(high)) return { most: high };
  for (let i = 0; i < 24 && high - low > hop / 16; i++) {
    const middle = (low + high) / 2;
    if (enough(middle)) low = middle;
    else high = middle;
  }
  return { most: low };
}

/** A step for ticks at least `least` px apart: 1, 2 or 5 times a power of ten, in ms. */
export function niceStep(pxPerMs: number, least: number): number {
  const raw = Math.max(1, least / pxPerMs);
  const power = 10 ** Math.floor(Math.log10(raw));
  for (const factor of [1, 2, 5]) if (factor * power >= raw) return factor * power;
  return 10 * power;
}
