import { laneId, troubleId } from '../timeline/layout/ids.ts';
import { derive, rowsOf } from './store/derive.ts';
import { addFault, changeFault, delayOf, removeFault, setDelay, toggleOnMessage } from './store/edits.ts';
import { edit, patch, redo, store, undo } from './store/store.ts';
import { targetOf } from './target.ts';

/** How long a pause is that a key makes, and by how much a key changes it, in ms. */
const PAUSE = 5000;
const STEP = 100;

/** To the next event that the log tells, or the one before. */
export function stepTo(direction: 1 | -1): void {
  const { document, t } = store.getState();
  const times = rowsOf(derive(document).run).map((row) => row.t);
  const next = direction > 0 ? times.find((each) => each > t) : times.findLast((each) => each < t);
  if (next !== undefined) patch({ t: next, playing: false });
}

export const toStart = (): void => patch({ t: 0, playing: false });
export const toEnd = (): void => patch({ t: derive(store.getState().document).run.end.t, playing: false });

export function togglePlay(): void {
  const { playing, t, document } = store.getState();
  const { end } = derive(document).run;
  patch({ playing: !playing, t: !playing && t >= end.t ? 0 : t });
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
  if (!target) return null;
  if (event.key === '.' || event.key === 'ContextMenu') {
    take();
    patch({ selected: mark, dialog: 'edit' });
    return null;
  }
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
        edit((before) => setDelay(before, message, Math.max(0, delayOf(before, message) + by)));
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
      const length = Math.max(0, fault.for + by);
      const change =
        event.altKey && typeof fault.at === 'number' ? { at: Math.max(0, fault.at + by) } : { for: length };
      edit((before) => changeFault(before, target.index, change));
      return null;
    }
  }
}
