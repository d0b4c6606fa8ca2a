import { laneId, PLAYHEAD } from '../layout/ids.ts';
import type { Layout } from '../layout/types.ts';
import type { Callbacks } from './timeline.ts';

/**
 * The picture by keyboard: one stop for Tab, and the arrow keys go from mark to mark (a roving tabindex). The order is
 * the playhead, the lanes, then everything else by time. The app is asked first: what it takes for itself, does not move the focus.
 */
export interface Focus {
  /** After each drawing: keeps one mark reachable, and puts the focus on its lane if the focused mark is gone. */
  refresh(layout: Layout, wasFocused: string | null): void;
  /** The mark that has the focus. */
  readonly current: string | null;
  focus(mark: string): void;
  destroy(): void;
}

export interface FocusWish {
  readonly svg: SVGSVGElement;
  readonly callbacks: Callbacks;
  readonly element: (mark: string) => SVGElement | undefined;
  readonly onHover: (mark: string | null) => void;
}

export function createFocus({ svg, callbacks, element, onHover }: FocusWish): Focus {
  let order: string[] = [];
  let hosts = new Map<string, string>();
  let stop: string | null = null;
  let focused: string | null = null;

  const makeStop = (mark: string) => {
    if (stop !== null && stop !== mark) element(stop)?.setAttribute('tabindex', '-1');
    stop = mark;
    element(mark)?.setAttribute('tabindex', '0');
  };
  const focus = (mark: string) => {
    const target = element(mark);
    if (!target) return;
    makeStop(mark);
    target.focus({ preventScroll: false });
  };
  const markAt = (event: Event): string | null =>
    (event.target as Element).closest('[data-mark]')?.getAttribute('data-mark') ?? null;

  function focusIn(event: FocusEvent): void {
    const mark = markAt(event);
    if (mark === null) return;
    focused = mark;
    makeStop(mark);
    onHover(mark === PLAYHEAD ? null : mark);
  }

  function focusOut(): void {
    focused = null;
    onHover(null);
  }

  function keyDown(event: KeyboardEvent): void {
    const mark = markAt(event);
    if (mark === null) return;
    callbacks.onKey?.(mark, event);
    if (event.defaultPrevented) return;
    const at = order.indexOf(mark);
    const go = (to: number) => {
      event.preventDefault();
      const next = order[Math.min(order.length - 1, Math.max(0, to))];
      if (next !== undefined) focus(next);
    };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowDown':
        go(at + 1);
        break;
      case 'ArrowLeft':
      case 'ArrowUp':
        go(at - 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(order.length - 1);
        break;
      case 'Enter':
        event.preventDefault();
        if (mark !== PLAYHEAD) callbacks.onSelect?.(mark);
        return;
      case 'Escape':
        callbacks.onSelect?.(null);
        return;
      case 'ContextMenu':
      case 'F10':
      case '.': {
        if (event.key === 'F10' && !event.shiftKey) return;
        if (mark === PLAYHEAD) return;
        event.preventDefault();
        const box = (event.target as Element).getBoundingClientRect();
        callbacks.onMenu?.(mark, box.left + Math.min(box.width / 2, 60), box.top + box.height / 2);
        return;
      }
      default:
        return;
    }
  }

  svg.addEventListener('focusin', focusIn);
  svg.addEventListener('focusout', focusOut);
  svg.addEventListener('keydown', keyDown);

  return {
    get current() {
      return focused;
    },
    refresh(layout, wasFocused) {
      const lanes: string[] = [];
      const others: { id: string; at: number }[] = [];
      const before = hosts;
      hosts = new Map();
      for (const mark of layout.marks) {
        if (!mark.selectable || !element(mark.id)) continue;
        hosts.set(mark.id, mark.host);
        if (mark.kind === 'line') lanes.push(mark.id);
        else others.push({ id: mark.id, at: mark.events[0] ?? -1 });
      }
      others.sort((a, b) => a.at - b.at);
      order = [PLAYHEAD, ...lanes, ...others.map(({ id }) => id)];
      if (wasFocused !== null && wasFocused !== PLAYHEAD && !hosts.has(wasFocused)) {
        const lane = laneId(before.get(wasFocused) ?? '');
        focus(hosts.has(lane) ? lane : (lanes[0] ?? PLAYHEAD));
      } else if (stop === null || (stop !== PLAYHEAD && !hosts.has(stop))) {
        makeStop(lanes[0] ?? PLAYHEAD);
      }
    },
    focus,
    destroy() {
      svg.removeEventListener('focusin', focusIn);
      svg.removeEventListener('focusout', focusOut);
      svg.removeEventListener('keydown', keyDown);
    },
  };
}
