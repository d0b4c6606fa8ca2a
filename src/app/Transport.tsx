import { Maximize, Pause, Play, SkipBack, StepBack, StepForward } from 'lucide-react';
import { useEffect } from 'react';
import { duration } from '../verdict/duration.ts';
import { stepTo, togglePlay, toStart } from './keys.ts';
import { SelectField } from './SelectField.tsx';
import { derive, rowsOf } from './store/derive.ts';
import { patch, store, useStore } from './store/store.ts';

const SPEEDS = ['0.5', '1', '2', '5', '10'].map((value) => ({ value, label: `${value}×` }));

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
      <p className="hint">Drag a lane to pause it. Drag an arrowhead to delay a packet.</p>
      <SelectField
        label="Speed"
        value={String(speed)}
        options={SPEEDS}
        onChange={(value) => patch({ speed: Number(value) })}
      />
      <SelectField
        label="Axis"
        value={axis}
        options={[
          { value: 'fold', label: 'folded' },
          { value: 'linear', label: 'linear' },
        ]}
        help="Folded: quiet stretches are shortened."
        onChange={(value) => patch({ axis: value as 'fold' | 'linear', zoom: null })}
      />
      <button type="button" disabled={zoom === null} onClick={() => patch({ zoom: null })} title="Show everything">
        <Maximize size={15} aria-hidden="true" /> Fit
      </button>
    </div>
  );
}

function Clock() {
  const t = useStore((state) => state.t);
  const rows = useStore(({ document }) => rowsOf(derive(document).run));
  const past = rows.filter((row) => row.t <= t).length;
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
      const { t, speed, document } = store.getState();
      const { end } = derive(document).run;
      const next = Math.min(end.t, t + (last === null ? 0 : (now - last) * speed));
      last = now;
      patch({ t: next, playing: next < end.t });
      if (next < end.t) frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
}
