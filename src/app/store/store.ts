import { temporal } from 'zundo';
import { create, useStore as useZustand } from 'zustand';
import { first } from '../../scenario/library.ts';
import { type Problem, parseText } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { Span } from '../../timeline/layout/types.ts';
import { derive, momentOf } from './derive.ts';
import type { Edited } from './edits.ts';
import { load, save } from './keep.ts';

export type Theme = 'system' | 'light' | 'dark';

export interface State {
  /** The timeline's document. Everything on the page follows from it. */
  readonly document: Scenario;
  /** The document as a drag that has not ended would make it. */
  readonly preview: Scenario | null;
  /** The playhead, in ms of true time. */
  readonly t: number;
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
  readonly dialog: 'none' | 'help' | 'edit';
}

const opened = load() ?? first;

export const store = create<State>()(
  temporal(
    (): State => ({
      document: opened,
      preview: null,
      t: momentOf(derive(opened)),
      playing: false,
      speed: 2,
      axis: 'fold',
      zoom: null,
      selected: null,
      why: false,
      theme: 'system',
      problems: [],
      dialog: 'none',
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

/** Takes an edit as one step of undo, or says what is wrong with it. Whether it was taken. */
export function edit(change: (document: Scenario) => Edited): boolean {
  const edited = change(store.getState().document);
  if (!edited.ok) {
    patch({ preview: null, problems: edited.problems });
    return false;
  }
  patch({ document: edited.scenario, preview: null, problems: [] });
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
  patch({ document, preview: null, zoom: null, selected: null, why: false, playing: false, problems: [] });
  patch({ t: momentOf(derive(document)) });
}

/** Opens a document from a file's text; what is wrong with it is shown, and the timeline before it stays. */
export function openText(text: string): void {
  const parsed = parseText(text);
  if (parsed.ok) open(parsed.scenario);
  else patch({ problems: parsed.problems });
}

export const undo = (): void => {
  store.temporal.getState().undo();
  keepInside();
};
export const redo = (): void => {
  store.temporal.getState().redo();
  keepInside();
};

/** The playhead and the selection stay on what there is. */
function keepInside(): void {
  const { document, t } = store.getState();
  const { end } = derive(document).run;
  patch({ t: Math.min(t, end.t), preview: null });
}

store.subscribe((state, before) => {
  if (state.document !== before.document) save(state.document);
});
