import type { TimeScale } from '../layout/scale.ts';
import type { Layout, Span } from '../layout/types.ts';

/** Where a drag stands. An `end` follows every `start`; `cancel`: it was given up (Escape), and nothing is to be changed. */
export type Phase = 'start' | 'move' | 'end' | 'cancel';

/** What hands do to the picture, told to the app. All times in ms of true time. None of them changes the picture by itself. */
export interface Callbacks {
  /** A drag along a lane: pause that host from one moment to another (from ≤ to). */
  onPause?(host: string, from: number, to: number, phase: Phase): void;
  /** A pause's start, end or middle is dragged; only what changes is given (start: both, end: `for`, middle: `at`). */
  onPauseEdit?(fault: number, change: { readonly at?: number; readonly for?: number }, phase: Phase): void;
  /** A message's head is dragged: hold it up for so long in all (≥ 0). */
  onDelay?(message: string, by: number, phase: Phase): void;
  onScrub?(t: number, phase: Phase): void;
  /** Zoomed or panned to that window; null: everything. */
  onZoom?(window: Span | null): void;
  /** A click, a tap, or Enter. Null: on nothing. */
  onSelect?(mark: string | null): void;
  /** Under the pointer, or focused. */
  onHover?(mark: string | null): void;
  /** A right click, a long press, or the menu key; (x, y) in px of the page's window. */
  onMenu?(mark: string, x: number, y: number): void;
  /** A key on the focused mark (`playhead` is one too). What it does not `preventDefault()`, moves the focus (arrows, Home, End). */
  onKey?(mark: string, event: KeyboardEvent): void;
}

export interface Timeline {
  /** `animate`: as a keyed transition, unless the reader asks for reduced motion. */
  draw(layout: Layout, options?: { readonly animate?: boolean }): void;
  /** Moves the playhead to a moment; null hides it. Does not draw anything else. */
  movePlayhead(t: number | null): void;
  /** What each host does at the playhead, by host; shortened where it does not fit. */
  setStatus(status: Readonly<Record<string, string>>): void;
  /** Marks what is selected. */
  select(mark: string | null): void;
  /** Lights the marks that stand for these events, and dims the rest; null: all alike. */
  highlight(events: readonly number[] | null): void;
  /** Puts the keyboard's focus on a mark. */
  focus(mark: string): void;
  /**
   * While something is dragged: the scale as it was when the drag began; else null. Give it to `layout` as `scale`:
   * a drag changes the run, the run would move the folds, and time would run away under the hand.
   */
  readonly heldScale: TimeScale | null;
  destroy(): void;
}

/** Takes over an empty `<svg>`. Needs timeline.css. */
export function createTimeline(svg: SVGSVGElement, callbacks: Callbacks): Timeline {
  void svg;
  void callbacks;
  throw new Error('not yet');
}
