import { Maximize, Pause, Play, SkipBack, StepBack, StepForward, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect } from 'react';
import { duration } from '../verdict/duration.ts';
import { zoom as look, stepTo, togglePlay, toStart } from './keys.ts';
import { SegmentedField } from './SegmentedField.tsx';
import { SelectField } from './SelectField.tsx';
import { derive, reached, rowsOf } from './store/derive.ts';
import { patch, store, useStore } from './store/store.ts';
import { following } from './store/zoom.ts';

const SPEEDS = ['0.5', '1', '2', '5', '10'].map((value) => ({ value, label: `${value}×` }));
const AXES = [
  { value: 'fold', label: 'folded', help: 'Quiet stretches are shortened.' },
  { value: 'linear', label: 'linear', help: 'A second is as long everywhere.' },
] as const;

export function Transport() {
  const playing = useStore((state) => state.playing);
  const speed = useStore((state) => state.speed);
  const axis = useStore((state) => state.axis);
  const zoom = useStore((state) => state.zoom);
  usePlayer(playing);
  return (
    <div className="transport" role="toolbar" aria-label="Time">
      <button type="button" aria-label="To the start" title="To the start (Home)" onClick={toStart}>
        <SkipBack size={15} />
      </button>
      <button type="button" aria-label="Step back" title="Step back (←)" onClick={() => stepTo(-1)}>
        <StepBack size={15} />
      </button>
      <button type="button" className="primary" onClick={togglePlay} title="Play or pause (Space)">
        {playing ? <Pause size={15} aria-hidden="true" /> : <Play size={15} aria-hidden="true" />}
        {playing ? 'Pause' : 'Play'}
      </button>
      <button type="button" aria-label="Step forward" title="Step forward (→)" onClick={() => stepTo(1)}>
        <StepForward size={15} />
      </button>
      <Clock />
      <SelectField
        label="Speed"
        value={String(speed)}
        options={SPEEDS}
        onChange={(value) => patch({ speed: Number(value) })}
      />
      <SegmentedField
        label="Axis"
        value={axis}
        options={AXES}
        onChange={(value) => patch({ axis: value, zoom: null })}
      />
      <button
        type="button"
        aria-label="Zoom out"
        title="Zoom out (-)"
        disabled={zoom === null}
        onClick={() => look(false)}
      >
        <ZoomOut size={15} />
      </button>
      <button type="button" aria-label="Zoom in" title="Zoom in at the playhead (+)" onClick={() => look(true)}>
        <ZoomIn size={15} />
      </button>
      <button type="button" disabled={zoom === null} onClick={() => patch({ zoom: null })} title="Show everything">
        <Maximize size={15} aria-hidden="true" /> Fit
      </button>
    </div>
  );
}

function Clock() {
  const t = useStore((state) => state.t);
  const event = useStore((state) => state.event);
  const run = useStore(({ document }) => derive(document).run);
  const rows = rowsOf(run);
  const upto = reached(run, t, event);
  const past = rows.findLastIndex(({ id }) => id <= upto) + 1;
  return (
    <span className="clock">
      <b>{duration(t)}</b> event {past} of {rows.length}
    </span>
  );
}

/** Moves the playhead while it plays. */
function usePlayer(playing: boolean): void {
  useEffect(() => {
    if (!playing) return;
    let last: number | null = null;
    let frame = requestAnimationFrame(function tick(now) {
      const { t, speed, document, zoom } = store.getState();
      const { end } = derive(document).run;
      const next = Math.min(end.t, t + (last === null ? 0 : (now - last) * speed));
      last = now;
      patch({ t: next, event: null, playing: next < end.t, zoom: zoom && following(zoom, next) });
      if (next < end.t) frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
}
