import { bounded, everyOrder } from '../explore/every-order.ts';
import { realize } from '../explore/realize.ts';
import { runToEnd } from '../explore/run-to-end.ts';
import { BadInput, type Options, type Output, readScenario } from './input.ts';

/** Follows every order of a scenario, and says whether an update can be lost in any. */
export function check(
  [source]: readonly string[],
  { json, set, everyOrder: wanted, maxStates }: Options & { readonly everyOrder: boolean; readonly maxStates?: number },
): Output {
  if (!wanted) throw new BadInput('say what to check: --every-order');
  const scenario = readScenario(source, set);
  const bounds = maxStates === undefined ? {} : { maxStates };
  const { violation, ...answer } = runToEnd(everyOrder(scenario, bounds));
  const code = answer.bounds.codes[0] ?? 'lost-update';
  const found = violation && { code, scenario: realize(bounded(scenario, answer.bounds), violation.steps, code) };
  const status = found ? 1 : answer.complete ? 0 : 3;
  if (json) return { output: `${JSON.stringify({ ...answer, violation: found }, null, 2)}\n`, status };
  const states = answer.states.toLocaleString('en');
  const verdict = found
    ? `${found.code} after ${states} states, in ${violation?.steps.length} steps`
    : answer.complete
      ? `safe in every order: ${states} states`
      : `not finished: ${states} states, nothing found so far`;
  const { rounds, tries, duplicates, blows } = answer.bounds;
  const limits = [
    rounds === null ? 'rounds as in the scenario' : `${rounds} rounds a client`,
    `${tries} tries a round`,
    `${duplicates} duplicates`,
    `${blows} crashes, restarts and commands`,
  ];
  return { output: `${scenario.title}\n${verdict}\nwithin: ${limits.join(', ')}\n`, status };
}
