import { type Hit, hit } from '../layout/hit.ts';
import { niceStep, type TimeScale } from '../layout/scale.ts';
import type { Layout } from '../layout/types.ts';
import { panned, pinched, zoomed } from '../layout/window.ts';
import type { Callbacks, Phase } from './timeline.ts';

/**
 * Pointers on the picture, told to the app as what they mean.
 *
 * What is dragged changes the run, and with it the folds of the axis. So a drag reads all its times from the scale as it
 * was when the drag began, and `held` hands out that scale for the pictures in between: time stands still under the hand,
 * and settles when it lets go.
 */
export interface Hands {
  /** The scale of the drag that is going on, or null. */
  readonly held: TimeScale | null;
  destroy(): void;
}

export interface HandsWish {
  readonly svg: SVGSVGElement;
  readonly callbacks: Callbacks;
  /** The picture as it is drawn now. */
  readonly layout: () => Layout | null;
  /** px along, or null. */
  readonly playhead: () => number | null;
  readonly onHover: (mark: string | null) => void;
  /** A mark was clicked or tapped: the keyboard goes on from there. */
  readonly onPick: (mark: string) => void;
}

/** Before a press becomes a drag, in px. */
const SLOP = { mouse: 4, pen: 6, touch: 8 } as const;
/** Before a finger that stays becomes a menu, in ms. */
const LONG = 550;
/** A finger is not as sharp as a mouse, in px. */
const FINGER = 18;

/** A drag in the making or going on: given px along, it tells the app. */
type Drag = (along: number, phase: Phase) => void;

interface Press {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly along: number;
  readonly hit: Hit;
  readonly drag: Drag | null;
  readonly slop: number;
  moved: boolean;
  menu: ReturnType<typeof setTimeout> | null;
}

export function attachHands({ svg, callbacks, layout, playhead, onHover, onPick }: HandsWish): Hands {
  let press: Press | null = null;
  let held: TimeScale | null = null;
  let hovered: string | null = null;
  let space = false;
  /** The fingers that are down, by pointer: where along. */
  const fingers = new Map<number, number>();
  let pinch: {
    readonly scale: TimeScale;
    readonly one: number;
    readonly two: number;
    readonly a1: number;
    readonly a2: number;
  } | null = null;

  const place = (event: { clientX: number; clientY: number }, picture: Layout) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) * picture.width) / (box.width || picture.width);
    const y = ((event.clientY - box.top) * picture.height) / (box.height || picture.height);
    return { x, y, along: picture.orientation === 'horizontal' ? x : y };
  };
  const reach = (event: { pointerType?: string }) => (event.pointerType === 'touch' ? FINGER : undefined);
  const hover = (mark: string | null) => {
    if (mark === hovered) return;
    hovered = mark;
    onHover(mark);
  };

  function down(event: PointerEvent): void {
    const picture = layout();
    if (!picture) return;
    const { x, y, along } = place(event, picture);
    if (event.pointerType === 'touch') {
      fingers.set(event.pointerId, along);
      if (fingers.size === 2) {
        cancel();
        const [[one, a1], [two, a2]] = [...fingers] as [[number, number], [number, number]];
        pinch = { scale: picture.scale, one, two, a1, a2 };
        held = null;
        return;
      }
    }
    if (press || (event.button !== 0 && event.button !== 1)) return;
    const found = hit(picture, x, y, playhead(), reach(event));
    const pans =
      event.button === 1 ||
      event.shiftKey ||
      space ||
      (found.on === 'axis' && picture.scale.view !== picture.scale.domain);
    const slop = SLOP[event.pointerType as keyof typeof SLOP] ?? SLOP.mouse;
    const drag = pans ? panning(picture, along) : dragOf(picture, found, along);
    press = { pointer: event.pointerId, x, y, along, hit: found, drag, slop, moved: false, menu: null };
    if (event.button === 1) event.preventDefault();
    if (found.on === 'playhead' || found.on === 'ground' || found.on === 'axis') {
      // the playhead goes where it is put at once
      if (!pans && event.pointerType !== 'touch') begin(along);
    } else if (event.pointerType === 'touch' && found.mark) {
      const { id } = found.mark;
      press.menu = setTimeout(() => {
        cancel();
        callbacks.onMenu?.(id, event.clientX, event.clientY);
      }, LONG);
    }
  }

  function begin(along: number): void {
    if (!press || press.moved) return;
    press.moved = true;
    if (press.menu !== null) clearTimeout(press.menu);
    if (!press.drag) return;
    // what the drag does to the picture should be seen, not what led to the thing that is dragged
    hover(null);
    held = layout()?.scale ?? null;
    try {
      svg.setPointerCapture(press.pointer);
    } catch {
      // the pointer is gone already
    }
    press.drag(along, 'start');
  }

  function move(event: PointerEvent): void {
    const picture = layout();
    if (!picture) return;
    const { x, y, along } = place(event, picture);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, along);
    if (pinch) {
      const [b1, b2] = [fingers.get(pinch.one), fingers.get(pinch.two)];
      if (b1 !== undefined && b2 !== undefined) callbacks.onZoom?.(pinched(pinch.scale, pinch.a1, pinch.a2, b1, b2));
      return;
    }
    if (press && press.pointer === event.pointerId) {
      const [dx, dy] = [Math.abs(x - press.x), Math.abs(y - press.y)];
      // a finger that goes down the page on bare ground scrolls it
      const scrolls = event.pointerType === 'touch' && press.hit.on === 'ground' && dy >= dx;
      if (!press.moved && !scrolls && Math.hypot(dx, dy) >= press.slop) begin(press.along);
      if (press.moved) press.drag?.(along, 'move');
      return;
    }
    if (event.pointerType === 'touch') return;
    const found = hit(picture, x, y, playhead());
    hover(found.mark?.id ?? null);
    const cursor = cursorOf(found, picture);
    if (svg.style.cursor !== cursor) svg.style.cursor = cursor;
  }

  function up(event: PointerEvent): void {
    const picture = layout();
    fingers.delete(event.pointerId);
    if (pinch) {
      if (fingers.size < 2) pinch = null;
      return;
    }
    if (!press || press.pointer !== event.pointerId || !picture) return;
    const { along } = place(event, picture);
    const last = press;
    press = null;
    if (last.menu !== null) clearTimeout(last.menu);
    const scrubs = last.hit.mark === null && last.drag !== null;
    held = null;
    if (last.moved) last.drag?.(along, 'end');
    else if (scrubs) {
      last.drag?.(along, 'start');
      last.drag?.(along, 'end');
    }
    if (!last.moved || (last.hit.mark === null && Math.abs(along - last.along) < last.slop)) {
      const mark = last.hit.mark?.id ?? null;
      if (mark !== null) onPick(mark);
      callbacks.onSelect?.(mark);
    }
  }

  /** Gives up what is going on, as if it had never begun. */
  function cancel(): void {
    if (!press) return;
    const last = press;
    press = null;
    held = null;
    if (last.menu !== null) clearTimeout(last.menu);
    if (last.moved) last.drag?.(last.along, 'cancel');
  }

  function lost(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    pinch = null;
    if (press?.pointer === event.pointerId) cancel();
  }

  /** What a drag from there does. */
  function dragOf(picture: Layout, found: Hit, start: number): Drag | null {
    const { scale } = picture;
    const { mark, host } = found;
    const handle = mark?.handle ?? null;
    const shifted = (from: number, along: number) => snapped(scale, scale.to(from) + along - start);
    switch (found.on) {
      case 'pause-start':
      case 'pause-end':
      case 'pause': {
        if (handle?.kind !== 'pause') return null;
        const end = handle.at + handle.for;
        return (along, phase) => {
          if (found.on === 'pause')
            callbacks.onPauseEdit?.(handle.fault, { at: Math.max(0, shifted(handle.at, along)) }, phase);
          else if (found.on === 'pause-end')
            callbacks.onPauseEdit?.(handle.fault, { for: Math.max(0, shifted(end, along) - handle.at) }, phase);
          else {
            const at = Math.min(end, Math.max(0, shifted(handle.at, along)));
            callbacks.onPauseEdit?.(handle.fault, { at, for: end - at }, phase);
          }
        };
      }
      case 'head': {
        if (handle?.kind !== 'delay') return null;
        return (along, phase) =>
          callbacks.onDelay?.(handle.message, Math.max(0, handle.by + shifted(handle.at, along) - handle.at), phase);
      }
      case 'lane': {
        if (host === null) return null;
        const from = Math.max(0, snapped(scale, start));
        return (along, phase) => {
          const to = Math.max(0, snapped(scale, along));
          callbacks.onPause?.(host, Math.min(from, to), Math.max(from, to), phase);
        };
      }
      case 'mark':
        return null;
      default: {
        const { from, to } = scale.domain;
        const before = playhead() ?? start;
        return (along, phase) => {
          const t = Math.round(scale.invert(phase === 'cancel' ? before : along));
          callbacks.onScrub?.(Math.min(to, Math.max(from, t)), phase);
        };
      }
    }
  }

  function panning({ scale }: Layout, start: number): Drag {
    return (along, phase) => {
      if (phase !== 'cancel') callbacks.onZoom?.(panned(scale, along - start));
    };
  }

  function wheel(event: WheelEvent): void {
    const picture = layout();
    if (!picture || press) return;
    const { along } = place(event, picture);
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const lying = picture.orientation === 'horizontal';
    const everything = picture.scale.view === picture.scale.domain;
    if (!event.ctrlKey && !event.metaKey) {
      // where time runs down, the wheel belongs to the page
      if (!lying) return;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        if (everything) return;
        event.preventDefault();
        callbacks.onZoom?.(panned(picture.scale, -(event.deltaX || event.deltaY) * unit));
        return;
      }
      // further out than everything: let the page scroll
      if (everything && event.deltaY > 0) return;
    }
    event.preventDefault();
    const speed = event.ctrlKey ? 0.01 : 0.002;
    callbacks.onZoom?.(
      zoomed(picture.scale, along, Math.exp(Math.max(-80, Math.min(80, event.deltaY * unit)) * speed)),
    );
  }

  function menu(event: MouseEvent): void {
    const picture = layout();
    if (!picture || !callbacks.onMenu) return;
    const { x, y } = place(event, picture);
    const found = hit(picture, x, y);
    if (!found.mark) return;
    event.preventDefault();
    cancel();
    callbacks.onMenu(found.mark.id, event.clientX, event.clientY);
  }

  /** A finger on something that can be dragged drags it; anywhere else it scrolls the page. */
  function touch(event: TouchEvent): void {
    const picture = layout();
    const first = event.touches[0];
    if (!picture || !first) return;
    const { x, y } = place(first, picture);
    const found = hit(picture, x, y, playhead(), FINGER);
    const mine = found.on !== 'ground' && found.on !== 'mark';
    if (event.touches.length > 1 || mine) event.preventDefault();
  }

  function key(event: KeyboardEvent): void {
    space = event.type === 'keydown' && event.code === 'Space';
    if (event.type === 'keydown' && event.key === 'Escape' && press?.moved) {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
  }

  /** The browser would focus the topmost thing, which need not be what the pointer means. A field elsewhere is left all the same. */
  function mouse(event: MouseEvent): void {
    event.preventDefault();
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement !== document.body) activeElement.blur();
  }

  const leave = () => {
    if (!press) hover(null);
  };
  const listeners: [EventTarget, string, (event: never) => void, AddEventListenerOptions?][] = [
    [svg, 'pointerdown', down],
    [svg, 'pointermove', move],
    [svg, 'pointerup', up],
    [svg, 'pointercancel', lost],
    [svg, 'pointerleave', leave],
    [svg, 'mousedown', mouse],
    [svg, 'wheel', wheel, { passive: false }],
    [svg, 'contextmenu', menu],
    [svg, 'touchstart', touch, { passive: false }],
    [window, 'keydown', key, { capture: true }],
    [window, 'keyup', key, { capture: true }],
  ];
  for (const [target, name, listener, options] of listeners)
    target.addEventListener(name, listener as EventListener, options);

  return {
    get held() {
      return held;
    },
    destroy() {
      cancel();
      for (const [target, name, listener, options] of listeners)
        target.removeEventListener(name, listener as EventListener, options);
    },
  };
}

/** To a round number of ms, as fine as one px can tell there. */
function snapped(scale: TimeScale, along: number): number {
  const t = scale.invert(along);
  const step = niceStep(scale.slope(t), 1);
  return Math.round(t / step) * step;
}

function cursorOf(found: Hit, { orientation }: Layout): string {
  const along = orientation === 'horizontal' ? 'ew-resize' : 'ns-resize';
  switch (found.on) {
    case 'pause-start':
    case 'pause-end':
    case 'head':
    case 'playhead':
      return along;
    case 'pause':
      return 'grab';
    case 'lane':
      return 'crosshair';
    case 'mark':
      return 'pointer';
    default:
      return 'default';
  }
}
