import { runToEnd } from '../explore/run-to-end.ts';
import { type Axis, csvOf, sweep as sweepOf } from '../explore/sweep.ts';
import { BadInput, type Options, type Output, readScenario } from './input.ts';

const MOST_STEPS = 256;

/** Two settings of a scenario against each other: each pair's verdict, as CSV or JSON. */
export function sweep(
  [source]: readonly string[],
  { json, set, x, y }: Options & { readonly x?: string; readonly y?: string },
): Output {
  const scenario = readScenario(source, set);
  const swept = runToEnd(sweepOf(scenario, axis('x', x), axis('y', y)));
  if (swept.cells.every((row) => row.every((cell) => cell === 'invalid'))) {
    throw new BadInput(`no value of ${swept.x.path} and ${swept.y.path} makes a valid scenario; are the paths right?`);
  }
  return { output: json ? `${JSON.stringify(swept, null, 2)}\n` : csvOf(swept), status: 0 };
}

/** `faults.0.for=0..20000/64`: path, first and last value, and how many. */
function axis(name: string, text: string | undefined): Axis {
  const [, path, from, to, steps = '16'] = /^([\w.]+)=(\d+)\.\.(\d+)(?:\/(\d+))?$/.exec(text ?? '') ?? [];
  if (path === undefined || Number(steps) < 2 || Number(steps) > MOST_STEPS) {
    throw new BadInput(
      `--${name} ${text ?? ''}: expected path=from..to/steps with 2 to ${MOST_STEPS} steps, for example lock.ttl=1000..20000/20`,
    );
  }
  return { path, from: Number(from), to: Number(to), steps: Number(steps) };
}
