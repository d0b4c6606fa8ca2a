import { memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import { duration } from '../verdict/duration.ts';
import { derive, type Row, reached, rowsOf } from './store/derive.ts';
import { goTo, useStore } from './store/store.ts';

/** At most so many rows are on the page at once: those around the playhead. They change a few at a time, not at every step. */
const MOST = 120;
const FEW = 40;

/** All events in words: a table, and a screen reader's way through the diagram. */
export function Log() {
  const rows = useDeferredValue(useStore(({ document }) => rowsOf(derive(document).run)));
  const upto = useStore(({ document, t, event }) => reached(derive(document).run, t, event));
  const end = useStore(({ document }) => derive(document).run.end);
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const found = wanted === '' ? rows : rows.filter(({ who, what }) => `${who} ${what}`.toLowerCase().includes(wanted));
  const current = found.findLast(({ id }) => id <= upto)?.id;
  const middle = found.findIndex(({ id }) => id === current);
  const from = Math.max(0, Math.min(Math.floor((middle - MOST / 2) / FEW) * FEW, found.length - MOST));
  const visible = found.slice(from, from + MOST);

  const scroller = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is another when the current event is
  useEffect(() => {
    // in the next frame, when the browser knows the rows' places anyway
    const frame = requestAnimationFrame(() => {
      const row = scroller.current?.querySelector<HTMLElement>('tr[aria-current]');
      if (!row || !scroller.current) return;
      const { offsetTop, offsetHeight } = row;
      const { clientHeight, scrollTop } = scroller.current;
      if (offsetTop < scrollTop + 40 || offsetTop + offsetHeight > scrollTop + clientHeight) {
        scroller.current.scrollTop = offsetTop - clientHeight + offsetHeight + 8;
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [current]);

  return (
    <section className="log" aria-label="Log">
      <div className="bar">
        <h2>Log</h2>
        <label>
          <span className="hidden">Filter the log</span>
          <input
            type="search"
            placeholder="Filter"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
        {end.reason !== 'quiet' && <span className="note">The run was {end.text}.</span>}
        {found.length > MOST && (
          <span className="note">
            {visible.length} of {found.length} events, around the playhead
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="scroll" ref={scroller} tabIndex={0} aria-label="Events">
        <table>
          <thead className="hidden">
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {visible.map((each) => (
              <Line key={each.id} row={each} current={each.id === current} />
            ))}
          </tbody>
        </table>
        {found.length === 0 && (
          <p className="empty">
            {rows.length === 0 ? 'Nothing happens in this timeline.' : 'No event has these words.'}
          </p>
        )}
      </section>
    </section>
  );
}

const Line = memo(function Line({ row: { id, t, who, what }, current }: { row: Row; current: boolean }) {
  return (
    <tr aria-current={current ? 'true' : undefined}>
      <td className="t">
        <button type="button" onClick={() => goTo(t, id)} aria-label={`Go to ${duration(t)}`}>
          {(t / 1000).toFixed(1)} s
        </button>
      </td>
      <td>{who}</td>
      <td>{what}</td>
    </tr>
  );
});
