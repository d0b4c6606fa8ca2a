import { library } from '../scenario/library.ts';
import type { Options, Output } from './input.ts';

/** The shipped scenarios, by group. */
export function list(_: readonly string[], { json }: Options): Output {
  if (json) {
    const all = library.flatMap(({ title: group, scenarios }) =>
      scenarios.map(({ id, title, summary, lock }) => ({ id, title, summary, group, service: lock.service })),
    );
    return { output: `${JSON.stringify(all, null, 2)}\n`, status: 0 };
  }
  const width = Math.max(...library.flatMap(({ scenarios }) => scenarios.map(({ id }) => id.length)));
  const groups = library.map(
    ({ title, scenarios }) =>
      `${title}\n${scenarios.map((each) => `  ${each.id.padEnd(width)}  ${each.title}\n`).join('')}`,
  );
  return { output: groups.join('\n'), status: 0 };
}
