import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { Answer } from '../explore/every-order.ts';
import { at, type Cell, type Sweep } from '../explore/sweep.ts';
import type { Scenario } from '../scenario/schema.ts';
import { MEANINGS } from '../verdict/describe.ts';
import { duration } from '../verdict/duration.ts';
import { CODES } from '../verdict/types.ts';
import { axisOf, type Dimension, dimensionsOf } from './axes.ts';
import { Dialog } from './Dialog.tsx';
import { SelectField } from './SelectField.tsx';
import { derive } from './store/derive.ts';
import { open as openDocument, patch, useStore } from './store/store.ts';
import { useTask } from './use-task.ts';

/** Beyond the one timeline: every order in which things can happen, and the map of two settings. */
export function ExploreDialog() {
  const open = useStore(({ dialog }) => dialog === 'explore');
  return (
    <Dialog title="Explore" open={open}>
      <Explore />
    </Dialog>
  );
}

function Explore() {
  const document = useStore((state) => state.document);
  const dimensions = dimensionsOf(document, derive(document).run);
  return (
    <div className="explore">
      <EveryOrder document={document} />
      <SafeMap document={document} dimensions={dimensions} />
    </div>
  );
}

/** Opens what was found as the page's timeline; the one before is a step of undo away. */
function show(document: Scenario): void {
  openDocument(document);
  patch({ dialog: 'none' });
}

const number = (value: number) => value.toLocaleString('en');

function EveryOrder({ document }: { readonly document: Scenario }) {
  const { told, start, cancel } = useTask();
  const busy = told?.kind === 'started' || told?.kind === 'progress';
  return (
    <section aria-label="Every order">
      <h3>Every order</h3>
      <p className="note">
        Leaves times out: any message as late as can be, any client stopped for as long as can be. Can an update be lost
        in any order?
      </p>
      <div className="bar">
        <button
          type="button"
          className="primary"
          disabled={busy}
          onClick={() => start({ kind: 'every-order', scenario: document })}
        >
          Follow every order
        </button>
        {busy && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
        <span role="status">
          {told?.kind === 'started' && 'Starting…'}
          {told?.kind === 'progress' &&
            'states' in told.progress &&
            `${number(told.progress.states)} states, ${number(told.progress.frontier)} to follow`}
          {told?.kind === 'failed' && `It broke off: ${told.message}`}
        </span>
      </div>
      {told?.kind === 'ordered' && <Outcome result={told.result} found={told.found} />}
    </section>
  );
}

function Outcome({ result, found }: { readonly result: Answer; readonly found: Scenario | null }) {
  const { violation, complete, states, bounds } = result;
  const rounds = bounds.rounds === null ? 'as many rounds as the timeline has' : `${bounds.rounds} rounds a client`;
  return (
    <div className={violation ? 'outcome bad' : complete ? 'outcome ok' : 'outcome'} role="status">
      <p>
        <b>{violation ? 'Lost update' : complete ? 'Safe in every order' : 'Not finished'}</b>{' '}
        {violation
          ? `found after ${number(states)} states. The shortest such order has ${violation.steps.length} steps.`
          : `${number(states)} states, ${complete ? 'no update lost in any' : 'nothing found so far'}.`}
      </p>
      <p className="note">
        Within: {rounds}, {bounds.tries === 1 ? 'one try' : `${bounds.tries} tries`} for the lock in each, crashes,
        restarts and commands only those of the timeline ({bounds.blows}).
      </p>
      {found && (
        <button type="button" onClick={() => show(found)}>
          Open it as a timeline
        </button>
      )}
    </div>
  );
}

/** Values of each axis. */
const COLUMNS = 48;
const ROWS = 32;

const wordOf = (cell: Cell): string =>
  cell === 'safe' ? 'Safe' : cell === 'invalid' ? 'Not possible' : MEANINGS[cell].title;

function SafeMap({ document, dimensions }: { readonly document: Scenario; readonly dimensions: readonly Dimension[] }) {
  const { told, start, cancel } = useTask();
  const [chosen, choose] = useState<{ readonly x?: string; readonly y?: string }>({});
  const x = dimensions.find(({ path }) => path === chosen.x) ?? dimensions[0];
  const y =
    dimensions.find(({ path }) => path === chosen.y && path !== x?.path) ??
    dimensions.find(({ path }) => path === 'lock.ttl' && path !== x?.path) ??
    dimensions.find(({ path }) => path !== x?.path);
  if (!x || !y) return null;
  const options = dimensions.map(({ path, label }) => ({ value: path, label }));
  const busy = told?.kind === 'started' || told?.kind === 'progress';
  const pick = (axis: 'x' | 'y') => (path: string) => {
    choose({ x: x.path, y: y.path, [axis]: path });
    cancel();
  };
  return (
    <section aria-label="Map">
      <h3>Map of safe and unsafe</h3>
      <div className="bar">
        <SelectField label="Across" value={x.path} options={options} onChange={pick('x')} />
        <SelectField label="Down" value={y.path} options={options} onChange={pick('y')} />
        <button
          type="button"
          className="primary"
          disabled={busy}
          onClick={() => start({ kind: 'sweep', scenario: document, x: axisOf(x, COLUMNS), y: axisOf(y, ROWS) })}
        >
          Draw the map
        </button>
        {busy && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
        <span role="status">
          {told?.kind === 'progress' && 'done' in told.progress && `${told.progress.done} of ${told.progress.of} rows`}
          {told?.kind === 'failed' && `It broke off: ${told.message}`}
        </span>
      </div>
      {told?.kind === 'swept' && (
        <Chart key={told.result.x.path + told.result.y.path} swept={told.result} document={document} x={x} y={y} />
      )}
    </section>
  );
}

const CELL = 8;

interface ChartProps {
  readonly swept: Sweep;
  readonly document: Scenario;
  readonly x: Dimension;
  readonly y: Dimension;
}

/** The map itself: a click, or Enter, opens the timeline of that cell. */
function Chart({ swept: { xs, ys, cells }, document, x, y }: ChartProps) {
  const [[row, column], move] = useState<readonly [number, number]>([0, 0]);
  const [width, height] = [xs.length * CELL, ys.length * CELL];
  const cell = cells[row]?.[column] ?? 'invalid';
  const values = [xs[column] ?? 0, ys[row] ?? 0] as const;
  // the gravest first, and the darkest
  const kinds = [...CODES, 'safe' as const, 'invalid' as const].filter((kind) =>
    cells.some((line) => line.includes(kind)),
  );

  const openAt = (r: number, c: number) => {
    const made = at(document, [x.path, xs[c] ?? 0], [y.path, ys[r] ?? 0]);
    if (made) show(made);
  };
  const under = ({ clientX, clientY, currentTarget }: MouseEvent<Element>) => {
    const box = currentTarget.getBoundingClientRect();
    const clamp = (part: number, of: number) => Math.max(0, Math.min(of - 1, Math.floor(part * of)));
    return [
      clamp((clientY - box.top) / box.height, ys.length),
      clamp((clientX - box.left) / box.width, xs.length),
    ] as const;
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (event.key === 'Enter') openAt(row, column);
    if (!by) return;
    event.preventDefault();
    const far = event.shiftKey ? 5 : 1;
    const keep = (value: number, of: number) => Math.max(0, Math.min(of - 1, value));
    move([keep(row + (by[0] ?? 0) * far, ys.length), keep(column + (by[1] ?? 0) * far, xs.length)]);
  };
  return (
    <div className="chart">
      <button
        type="button"
        className="plot"
        aria-label={`${x.label} across, ${y.label} down. Arrows move, Enter opens.`}
        onKeyDown={key}
        onMouseMove={(event) => move(under(event))}
        onClick={(event) => (event.detail > 0 ? openAt(...under(event)) : openAt(row, column))}
      >
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {cells.flatMap((line, r) =>
            runs(line).map(({ from, to, cell: what }) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a place on the map is what it is by its row and column
                key={`${r} ${from}`}
                className={what === 'safe' ? 'safe' : what === 'invalid' ? 'none' : `bad k${kinds.indexOf(what) % 4}`}
                x={from * CELL}
                y={r * CELL}
                width={(to - from) * CELL}
                height={CELL}
              />
            )),
          )}
          <rect className="at" x={column * CELL} y={row * CELL} width={CELL} height={CELL} />
        </svg>
      </button>
      <p className="ends">
        <span>{duration(xs[0] ?? 0)}</span>
        <span>{x.label}</span>
        <span>{duration(xs.at(-1) ?? 0)}</span>
      </p>
      <p role="status">
        <b>{wordOf(cell)}</b> · {x.label}: {duration(values[0])} · {y.label}: {duration(values[1])} (down, from{' '}
        {duration(ys[0] ?? 0)} to {duration(ys.at(-1) ?? 0)})
      </p>
      <ul className="legend">
        {kinds.map((kind) => (
          <li key={kind}>
            <svg width="10" height="10" aria-hidden="true">
              <rect
                className={kind === 'safe' ? 'safe' : kind === 'invalid' ? 'none' : `bad k${kinds.indexOf(kind) % 4}`}
                width="10"
                height="10"
              />
            </svg>
            {wordOf(kind)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Neighbours that are the same, as one. */
function runs(line: readonly Cell[]): { readonly from: number; readonly to: number; readonly cell: Cell }[] {
  const found: { from: number; to: number; cell: Cell }[] = [];
  for (const [at, cell] of line.entries()) {
    const last = found.at(-1);
    if (last?.cell === cell) last.to = at + 1;
    else found.push({ from: at, to: at + 1, cell });
  }
  return found;
}
