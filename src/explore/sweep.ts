import { parseScenario } from '../scenario/parse.ts';
import type { Scenario } from '../scenario/schema.ts';
import { setPath } from '../scenario/set.ts';
import { simulate } from '../simulate/simulate.ts';
import { isWarning } from '../verdict/checks.ts';
import { judge } from '../verdict/judge.ts';
import type { Code } from '../verdict/types.ts';

/** One setting that a sweep varies: its path in the document, and the values to try, evenly spaced from `from` to `to`. */
export interface Axis {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** How many values, both ends among them. */
  readonly steps: number;
}

/** The gravest violation, `safe`, or `invalid`: the document does not allow these two together. */
export type Cell = Code | 'safe' | 'invalid';

/** A map of safe and unsafe: `cells[row][column]`, a row for each value of y, a column for each of x. */
export interface Sweep {
  readonly x: Axis;
  readonly y: Axis;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly (readonly Cell[])[];
}

/** The values of an axis: whole numbers, as all settings in ms are. */
export const valuesOf = ({ from, to, steps }: Axis): number[] =>
  Array.from({ length: steps }, (_, n) => Math.round(steps < 2 ? from : from + ((to - from) * n) / (steps - 1)));

/** A scenario with the two settings at those values; null where the document does not allow them. */
export function at(scenario: Scenario, x: readonly [string, number], y: readonly [string, number]): Scenario | null {
  const parsed = parseScenario(setPath(setPath(scenario, ...x), ...y));
  return parsed.ok ? parsed.scenario : null;
}

/** What the clock scheduler makes of a document, in one word. */
export function cellOf(scenario: Scenario | null): Cell {
  if (!scenario) return 'invalid';
  const { events, end } = simulate(scenario);
  return judge(events, end).findings.find(({ code }) => !isWarning(code))?.code ?? 'safe';
}

/** Two settings against each other, row by row: yields how many rows are done of how many, so that it can be told or stopped. */
export function* sweep(
  scenario: Scenario,
  x: Axis,
  y: Axis,
): Generator<{ readonly done: number; readonly of: number }, Sweep> {
  const [xs, ys] = [valuesOf(x), valuesOf(y)];
  const cells: Cell[][] = [];
  for (const row of ys) {
    cells.push(xs.map((column) => cellOf(at(scenario, [x.path, column], [y.path, row]))));
    yield { done: cells.length, of: ys.length };
  }
  return { x, y, xs, ys, cells };
}

/** As comma-separated values: a header, then a line a cell. Paths and codes hold no commas and no quotes. */
export const csvOf = ({ x, y, xs, ys, cells }: Sweep): string =>
  [
    `${x.path},${y.path},verdict`,
    ...cells.flatMap((row, r) => row.map((cell, c) => `${xs[c]},${ys[r]},${cell}`)),
    '',
  ].join('\n');
