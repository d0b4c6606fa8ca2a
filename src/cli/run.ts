import { simulate } from '../simulate/simulate.ts';
import { duration } from '../verdict/duration.ts';
import { judge } from '../verdict/judge.ts';
import { type Options, type Output, readScenario } from './input.ts';

/** Simulates one scenario and says what the checks found. */
export function run([source]: readonly string[], { json, set }: Options): Output {
  const scenario = readScenario(source, set);
  const { events, end } = simulate(scenario);
  const { findings, safe } = judge(events, end);
  const status = safe ? 0 : 1;
  if (json) {
    const verdicts = findings.map(({ code, at, processes, why, measures }) => ({ code, at, processes, why, measures }));
    return { output: `${JSON.stringify({ scenario, verdicts, events, end }, null, 2)}\n`, status };
  }
  const lines = findings.map(({ code, at, processes }) => {
    const t = duration(events[at]?.t ?? end.t);
    return `${code.padEnd(16)} at ${t.padEnd(8)} ${processes.join(', ')}\n`;
  });
  return {
    output: `${scenario.title}\n${safe ? 'safe' : 'not safe'}, ${events.length} events, ${end.text}\n${lines.join('')}`,
    status,
  };
}
