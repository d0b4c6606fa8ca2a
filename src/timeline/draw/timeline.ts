import { PLAYHEAD } from '../layout/ids.ts';
import type { TimeScale } from '../layout/scale.ts';
import type { Layout, Span } from '../layout/types.ts';
import { createFocus } from './focus.ts';
import { attachHands } from './hands.ts';
import { createCanvas, paint } from './paint.ts';
import { createPlayhead } from './playhead.ts';
import { createStatus } from './status.ts';

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

/** Takes over an empty `<svg>`. Needs timeline.css. `name`: what a screen reader calls the picture. */
export function createTimeline(svg: SVGSVGElement, callbacks: Callbacks, name = 'Timeline'): Timeline {
  const canvas = createCanvas(svg, name);
  // below the words, which stay readable where it passes
  const playhead = createPlayhead(canvas.group, canvas.layers.version);
  const status = createStatus(canvas.group);
  let layout: Layout | null = null;
  let moment: number | null = null;
  let selected: string | null = null;
  let lit: ReadonlySet<number> | null = null;
  let hovered: string | null = null;

  const element = (mark: string) => (mark === PLAYHEAD ? playhead.element : canvas.elements.get(mark));
  const hover = (mark: string | null) => {
    if (hovered !== null) element(hovered)?.removeAttribute('data-hover');
    hovered = mark;
    if (mark !== null) element(mark)?.setAttribute('data-hover', '');
    callbacks.onHover?.(mark);
  };
  const focus = createFocus({ svg, callbacks, element, onHover: hover });
  const hands = attachHands({
    svg,
    callbacks,
    layout: () => layout,
    playhead: () => (layout && moment !== null ? layout.scale.to(moment) : null),
    onHover: hover,
    onPick: (mark) => focus.focus(mark),
  });

  const markSelected = () => {
    if (selected !== null) element(selected)?.setAttribute('data-selected', '');
  };
  const markLit = () => {
    if (!layout) return;
    svg.toggleAttribute('data-dim', lit !== null);
    for (const mark of layout.marks) {
      if (mark.events.length === 0) continue;
      const events = lit;
      element(mark.id)?.toggleAttribute(
        'data-lit',
        events?.size ? mark.events.some((event) => events.has(event)) : false,
      );
    }
  };

  return {
    draw(next, { animate = false } = {}) {
      const focused = focus.current;
      const first = layout === null;
      if (layout?.width !== next.width) svg.setAttribute('width', String(next.width));
      if (layout?.height !== next.height) svg.setAttribute('height', String(next.height));
      layout = next;
      paint(canvas, next, animate && !first && !calm());
      status.place(next);
      playhead.move(next, moment);
      focus.refresh(next, focused);
      markSelected();
      if (lit) markLit();
    },
    movePlayhead(t) {
      moment = t;
      if (layout) playhead.move(layout, t);
    },
    setStatus(texts) {
      status.set(texts);
    },
    select(mark) {
      if (selected !== null) element(selected)?.removeAttribute('data-selected');
      selected = mark;
      markSelected();
    },
    highlight(events) {
      if (lit === null && events === null) return;
      lit = events && new Set(events);
      markLit();
    },
    focus(mark) {
      focus.focus(mark);
    },
    get heldScale() {
      return hands.held;
    },
    destroy() {
      hands.destroy();
      focus.destroy();
      svg.replaceChildren();
    },
  };
}

/** Does the reader ask for less motion? */
const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
