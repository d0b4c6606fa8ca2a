import { scenario } from '../scenario/parse.ts';
import type { ScenarioInput } from '../scenario/schema.ts';
import { setPath } from '../scenario/set.ts';
import { simulate } from '../simulate/simulate.ts';
import { judge } from './judge.ts';

/** For tests: what a document has to show, as it is or with fields changed. */
export function told(given: unknown, ...changes: (readonly [path: string, value: unknown])[]) {
  const changed = changes.reduce<unknown>((document, [path, value]) => setPath(document, path, value), given);
  const { events, end } = simulate(scenario(changed as ScenarioInput));
  const { findings, safe } = judge(events, end);
  return {
    codes: [...new Set(findings.map(({ code }) => code))],
    gap: findings.find(({ measures }) => measures?.['gap'] !== undefined)?.measures?.['gap'],
    findings,
    safe,
    events,
  };
}

/** The storage compares tokens, and the lock service gives them. */
export const tokenFrom = (token: string) =>
  [
    ['storage.check', 'token'],
    ['lock.token', token],
  ] as const;
