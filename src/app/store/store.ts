import { temporal } from 'zundo';
import { create, useStore as useZustand } from 'zustand';
import { first } from '../../scenario/library.ts';
import { type Problem, parseText } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { Span } from '../../timeline/layout/types.ts';
import { isGone } from '../target.ts';
import { derive, momentOf } from './derive.ts';
import type { Edited } from './edits.ts';
import { load, loadTheme, save, saveTheme } from './keep.ts';
import type { Theme } from './theme.ts';
import { following } from './zoom.ts';

export interface State {
  /** The timeline's document. Everything on the page follows from it. */
  readonly document: Scenario;
  /** The document as a drag that has not ended would make it. */
  readonly preview: Scenario | null;
  /** The playhead, in ms of true time. */
  readonly t: number;
  /** Of several events at that moment, the one that the playhead stands right behind; null: all of them have happened. */
  readonly event: number | null;
  readonly playing: boolean;
  /** Seconds of true time a second. */
  readonly speed: number;
  readonly axis: 'fold' | 'linear';
  readonly zoom: Span | null;
  /** The selected mark's id. */
  readonly selected: string | null;
  /** Whether the gravest finding's why is numbered on the timeline. */
  readonly why: boolean;
  readonly theme: Theme;
  /** What was wrong with the last thing that was opened or typed. */
  readonly problems: readonly Problem[];
  /** A dialog over the page. `edit`: what can be done to the selected mark. */
  readonly dialog: 'none' | 'help' | 'edit' | 'explore';
  /** Where on the page the selected mark's dialog belongs, in px; null: anywhere. */
  readonly place: { readonly x: number; readonly y: number } | null;
}

const opened = load() ?? first;

export const store = create<State>()(
  temporal(
    (): State => ({
      document: opened,
      preview: null,
      t: momentOf(derive(opened)),
      event: null,
      playing: false,
      speed: 2,
      axis: 'fold',
      zoom: null,
      selected: null,
      why: false,
      theme: loadTheme(),
      problems: [],
      dialog: 'none',
      place: null,
    }),
    {
      partialize: ({ document }) => ({ document }),
      equality: (a, b) => a.document === b.document,
      limit: 500,
    },
  ),
);

export const useStore = <T>(select: (state: State) => T): T => useZustand(store, select);

export const patch = (change: Partial<State>): void => store.setState(change);

/** What the timeline shows: the document, or what a drag is making of it. */
export const shown = ({ preview, document }: State): Scenario => preview ?? document;

/** Edits of the same thing that follow each other so quickly, in ms, are one step of undo: a number typed, a key held down. */
const TOGETHER = 1000;
let newest = { what: '', at: 0 };

/**
 * Takes an edit as one step of undo, or says what is wrong with it. Whether it was taken. `what`: the thing that it changes
 * bit by bit, if it does; the next such edit goes into the same step.
 */
export function edit(change: (document: Scenario) => Edited, what = ''): boolean {
  const edited = change(store.getState().document);
  if (!edited.ok) {
    patch({ preview: null, problems: edited.problems });
    return false;
  }
  const now = performance.now();
  const goesOn = what !== '' && what === newest.what && now - newest.at < TOGETHER;
  const { pause, resume } = store.temporal.getState();
  if (goesOn) pause();
  patch({ document: edited.scenario, preview: null, problems: [] });
  if (goesOn) resume();
  newest = { what, at: now };
  keepInside();
  return true;
}

/** Shows what a drag makes of the document, without a step of undo. */
export function preview(change: (document: Scenario) => Edited): void {
  const edited = change(store.getState().document);
  if (edited.ok) patch({ preview: edited.scenario });
}

/** Opens another document. What was open before is a step of undo away. */
export function open(document: Scenario): void {
  newest = { what: '', at: 0 };
  patch({
    document,
    preview: null,
    t: momentOf(derive(document)),
    event: null,
    zoom: null,
    selected: null,
    why: false,
    playing: false,
    problems: [],
  });
}

/** Opens a document from a file's text; what is wrong with it is shown, and the timeline before it stays. */
export function openText(text: string): void {
  const parsed = parseText(text);
  if (parsed.ok) open(parsed.scenario);
  else patch({ problems: parsed.problems });
}

export const undo = (): void => {
  newest = { what: '', at: 0 };
  store.temporal.getState().undo();
  keepInside();
};
export const redo = (): void => {
  newest = { what: '', at: 0 };
  store.temporal.getState().redo();
  keepInside();
};

/** Puts the playhead at a moment, or right behind an event of it. */
export function goTo(t: number, event: number | null = null): void {
  const { zoom } = store.getState();
  patch({ t, event, playing: false, zoom: zoom && following(zoom, t) });
}

/** The playhead, the window and the selection stay on what there is. */
function keepInside(): void {
  const { document, t, zoom, selected } = store.getState();
  const end = derive(document).run.end.t;
  patch({
    t: Math.min(t, end),
    event: null,
    preview: null,
    zoom: zoom && zoom.from < end ? zoom : null,
    selected: isGone(selected, document) ? null : selected,
  });
}

store.subscribe((state, before) => {
  if (state.document !== before.document) save(state.document);
  if (state.theme !== before.theme) saveTheme(state.theme);
});
