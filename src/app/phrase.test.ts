import { expect, it } from 'vitest';
import { library } from '../scenario/library.ts';
import { scenario } from '../scenario/parse.ts';
import type { ScenarioInput } from '../scenario/schema.ts';
import { simulate } from '../simulate/simulate.ts';
import { rowsOf } from './store/derive.ts';

it('tells the story of the refused write', () => {
  const [pause] = library[0]?.scenarios ?? [];
  const run = simulate(
    scenario({ ...pause, storage: { check: 'token' }, lock: { ...pause?.lock, token: 'incr' } } as ScenarioInput),
  );
  const told = rowsOf(run).map(({ who, what }) => `${who} ${what}`);
  expect(told).toContain('Redis grants the lock to B for 10 s, token 34');
  expect(told).toContain('Client A resumes after 15 s');
  expect(told).toContain("Storage refuses A's write: token 33 is below 34");
});

it('has plain words for everything in every shipped scenario', () => {
  for (const each of library.flatMap(({ scenarios }) => scenarios)) {
    const rows = rowsOf(simulate(each));
    expect(rows.length).toBeGreaterThan(10);
    for (const { what } of rows) expect(what).not.toMatch(/undefined|null|NaN|#\d/);
  }
});
