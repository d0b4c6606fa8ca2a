import { laneId, troubleId } from '../timeline/layout/ids.ts';
import { beganAt, derive, reached, rowsOf } from './store/derive.ts';
import { addFault, changeFault, delayOf, removeFault, setDelay, toggleOnMessage } from './store/edits.ts';
import { edit, goTo, patch, redo, store, undo } from './store/store.ts';
import { zoomed } from './store/zoom.ts';
import { targetOf } from './target.ts';

/** How long a pause is that a key makes, and by how much a key changes it, in ms. */
const PAUSE = 5000;
const STEP = 100;

/** To the next event that the log tells, or the one before. */
export function stepTo(direction: 1 | -1): void {
  const { document, t, event } = store.getState();
  const { run } = derive(document);
  const rows = rowsOf(run);
  const upto = reached(run, t, event);
  const at = rows.findLastIndex(({ id }) => id <= upto);
  // from between two events back to the one that was
  const between = direction < 0 && (rows[at]?.t ?? t) < t;
  const next = rows[between ? at : at + direction];
  if (next) goTo(next.t, next.id);
}

export const toStart = (): void => goTo(0);
export const toEnd = (): void => goTo(derive(store.getState().document).run.end.t);

export function togglePlay(): void {
  const { playing, t, document } = store.getState();
  const { end } = derive(document).run;
  if (!playing && t >= end.t) goTo(0);
  patch({ playing: !playing, event: null });
}

/** Looks twice as near at the playhead, or half as near. */
export function zoom(nearer: boolean): void {
  const state = store.getState();
  patch({ zoom: zoomed(state.zoom, { from: 0, to: derive(state.document).run.end.t }, state.t, nearer) });
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=radio]):not([type=checkbox]), select, textarea, dialog[open]') !== null;

/** Keys that work anywhere on the page, unless something with the focus has a use for them. */
export function onPageKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isTyping(event.target)) {
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const { target } = event;
  const onControl = target instanceof HTMLElement && target.closest('button, a, summary, label, input') !== null;
  switch (event.key) {
    case ' ':
      if (onControl) return;
      togglePlay();
      break;
    case 'ArrowLeft':
    case 'ArrowRight':
      if (target instanceof HTMLInputElement) return;
      stepTo(event.key === 'ArrowLeft' ? -1 : 1);
      break;
    case 'Home':
      toStart();
      break;
    case 'End':
      toEnd();
      break;
    case '?':
      patch({ dialog: 'help' });
      break;
    default:
      return;
  }
  event.preventDefault();
}

/** Keys on a mark of the timeline. Gives the mark that should have the focus afterwards, if another. */
export function onMarkKey(mark: string, event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey) return null;
  const { document, t } = store.getState();
  const target = targetOf(mark, document);
  const take = () => event.preventDefault();
  const by = (event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0) * (event.shiftKey ? 10 : 1);

  if (mark === 'playhead' && by !== 0) {
    take();
    stepTo(by > 0 ? 1 : -1);
    return null;
  }
  if (event.key === '+' || event.key === '-') {
    take();
    zoom(event.key === '+');
    return null;
  }
  if (!target) return null;
  switch (target.kind) {
    case 'lane': {
      if (event.key.toLowerCase() !== 'p') return null;
      take();
      const { host } = target;
      const pausing = { kind: 'pause', process: host, at: Math.round(t), for: PAUSE } as const;
      if (!edit((before) => addFault(before, pausing))) return null;
      const pause = troubleId('pause', document.faults.length, host);
      patch({ selected: pause });
      return pause;
    }
    case 'message': {
      const { message } = target;
      const key = event.key.toLowerCase();
      if (by !== 0) {
        take();
        edit((before) => setDelay(before, message, Math.max(0, delayOf(before, message) + by)), mark);
      } else if (key === 'x') {
        take();
        edit((before) => toggleOnMessage(before, { kind: 'drop', message }));
      } else if (key === 'd') {
        take();
        edit((before) => toggleOnMessage(before, { kind: 'duplicate', message, after: 1000 }));
      }
      return null;
    }
    case 'fault': {
      const fault = document.faults[target.index];
      if (!fault) return null;
      if (event.key === 'Delete' || event.key === 'Backspace') {
        take();
        edit((before) => removeFault(before, target.index));
        return 'process' in fault ? laneId(fault.process) : null;
      }
      if (by === 0 || !('for' in fault) || fault.for === null) return null;
      take();
      // moved by hand, it leaves the point of the program where it was pinned
      const began = typeof fault.at === 'number' ? fault.at : beganAt(derive(document).run, target.index);
      const change = event.altKey ? { at: Math.max(0, (began ?? 0) + by) } : { for: Math.max(0, fault.for + by) };
      edit((before) => changeFault(before, target.index, change), mark);
      return null;
    }
  }
}
