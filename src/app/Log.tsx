import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { duration } from '../verdict/duration.ts';
import { derive, rowsOf } from './store/derive.ts';
import { patch, useStore } from './store/store.ts';

/** At most so many rows are on the page at once: those around the playhead. */
const MOST = 200;

/** All events in words: a table, and a screen reader's way through the diagram. */
export function Log() {
  const rows = useDeferredValue(useStore(({ document }) => rowsOf(derive(document).run)));
  const t = useStore((state) => state.t);
  const end = useStore(({ document }) => derive(document).run.end);
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const found = wanted === '' ? rows : rows.filter(({ who, what }) => `${who} ${what}`.toLowerCase().includes(wanted));
  const current = found.findLast((row) => row.t <= t)?.id;
  const middle = found.findIndex(({ id }) => id === current);
  const from = Math.max(0, Math.min(middle - MOST / 2, found.length - MOST));
  const visible = found.slice(from, from + MOST);

  const row = useRef<HTMLTableRowElement>(null);
  const scroller = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is another when the current event is
  useEffect(() => {
    if (!row.current || !scroller.current) return;
    const { offsetTop, offsetHeight } = row.current;
    const { clientHeight, scrollTop } = scroller.current;
    if (offsetTop < scrollTop + 40 || offsetTop + offsetHeight > scrollTop + clientHeight) {
      scroller.current.scrollTop = offsetTop - clientHeight + offsetHeight + 8;
    }
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
            {visible.map(({ id, t: at, who, what }) => (
              <tr key={id} ref={id === current ? row : undefined} aria-current={id === current ? 'true' : undefined}>
                <td className="t">
                  <button
                    type="button"
                    onClick={() => patch({ t: at, playing: false })}
                    aria-label={`Go to ${duration(at)}`}
                  >
                    {(at / 1000).toFixed(1)} s
                  </button>
                </td>
                <td>{who}</td>
                <td>{what}</td>
              </tr>
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
