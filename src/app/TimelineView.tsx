import { useEffect, useRef } from 'react';
import type { Scenario } from '../scenario/schema.ts';
import { createTimeline, type Phase } from '../timeline/draw/timeline.ts';
import { layout } from '../timeline/layout/layout.ts';
import { statusesAt } from './beliefs.ts';
import { onMarkKey } from './keys.ts';
import { derive, reached } from './store/derive.ts';
import { addFault, changeFault, type Edited, setDelay } from './store/edits.ts';
import { edit, patch, preview, type State, shown, store } from './store/store.ts';
import { targetOf } from './target.ts';

/** Below this width, in px, time runs down. */
const NARROW = 560;

/** The timeline. It is drawn outside React: a drag is simulated, judged, laid out and drawn within its own frame. */
export function TimelineView() {
  const svg = useRef<SVGSVGElement>(null);
  const card = useRef<HTMLElement>(null);
  useEffect(() => (svg.current && card.current ? show(svg.current, card.current) : undefined), []);
  return (
    <section ref={card} className="timeline" aria-label="Timeline">
      <svg ref={svg} />
    </section>
  );
}

/** Keeps the picture as the store has it. Gives back how to stop. */
function show(svg: SVGSVGElement, card: HTMLElement): () => void {
  let width = card.clientWidth;

  /** A drag: shown at every move, one step of undo at its end. */
  const drag = (phase: Phase, change: (document: Scenario) => Edited) => {
    if (phase === 'cancel') patch({ preview: null });
    else if (phase === 'end') edit(change);
    else preview(change);
  };
  const timeline = createTimeline(
    svg,
    {
      onPause: (process, from, to, phase) =>
        drag(phase, (document) =>
          addFault(document, { kind: 'pause', process, at: Math.round(from), for: Math.round(to - from) }),
        ),
      onPauseEdit: (index, change, phase) => drag(phase, (document) => changeFault(document, index, rounded(change))),
      onDelay: (message, by, phase) => drag(phase, (document) => setDelay(document, message, Math.round(by))),
      // the window stays while a hand is in it
      onScrub: (t) => patch({ t: Math.round(t), event: null, playing: false }),
      onZoom: (zoom) => patch({ zoom }),
      onSelect: (selected) => patch({ selected }),
      onHover: (mark) => timeline.highlight(mark === null ? null : chainOf(mark)),
      onMenu: (mark, x, y) => {
        if (targetOf(mark, store.getState().document)) patch({ selected: mark, dialog: 'edit', place: { x, y } });
      },
      onKey: (mark, event) => {
        const next = onMarkKey(mark, event);
        if (next !== null) timeline.focus(next);
      },
    },
    'Timeline',
  );

  const draw = (state: State, animate: boolean) => {
    const { run, judged } = derive(shown(state));
    const picture = layout(run, judged.findings, {
      width,
      orientation: width < NARROW ? 'vertical' : 'horizontal',
      axis: state.axis,
      zoom: state.zoom ?? undefined,
      scale: timeline.heldScale,
      why: state.why ? judged.story : undefined,
    });
    marks = new Map(picture.marks.map((mark) => [mark.id, mark.events]));
    timeline.draw(picture, { animate });
    head(state);
  };
  let marks: ReadonlyMap<string, readonly number[]> = new Map();
  const head = (state: State) => {
    timeline.movePlayhead(state.t);
    const { run } = derive(shown(state));
    // a drag makes other events than the playhead stands behind
    timeline.setStatus(statusesAt(run, reached(run, state.t, state.preview ? null : state.event)));
  };

  /** The events that led to what a mark stands for. */
  const chainOf = (mark: string): readonly number[] | null => {
    const { events } = derive(shown(store.getState())).run;
    const chain = new Set<number>();
    for (const id of marks.get(mark) ?? []) {
      for (let at: number | null = id; at !== null && !chain.has(at); at = events[at]?.cause ?? null) chain.add(at);
    }
    return chain.size > 0 ? [...chain] : null;
  };

  const stop = store.subscribe((state, before) => {
    const redraw =
      shown(state) !== shown(before) ||
      state.axis !== before.axis ||
      state.zoom !== before.zoom ||
      state.why !== before.why;
    if (redraw) draw(state, state.document !== before.document || state.axis !== before.axis);
    else if (state.t !== before.t || state.event !== before.event) head(state);
    if (state.selected !== before.selected) timeline.select(state.selected);
  });

  const sized = new ResizeObserver(() => {
    if (card.clientWidth === width || card.clientWidth === 0) return;
    width = card.clientWidth;
    draw(store.getState(), false);
  });
  sized.observe(card);
  draw(store.getState(), false);
  return () => {
    stop();
    sized.disconnect();
    timeline.destroy();
  };
}

const rounded = (change: { readonly at?: number; readonly for?: number }) =>
  Object.fromEntries(Object.entries(change).map(([key, value]) => [key, Math.max(0, Math.round(value as number))]));
