import { readFileSync, statSync } from 'node:fs';
import { findScenario } from '../scenario/library.ts';
import { MOST_BYTES, type Parsed, parseScenario, parseText } from '../scenario/parse.ts';
import type { Scenario } from '../scenario/schema.ts';
import { setPath } from '../scenario/set.ts';

/** What a command was given. */
export interface Options {
  readonly json: boolean;
  readonly set: readonly string[];
}

/** What a command prints, and its exit status. */
export interface Output {
  readonly output: string;
  readonly status: 0 | 1 | 2 | 3;
}

/** Something that the person can put right; told without a stack. */
export class BadInput extends Error {}

/** The scenario of that id, or in that file, with the fields that `--set path=value` names changed. */
export function readScenario(source: string | undefined, set: readonly string[]): Scenario {
  if (source === undefined) throw new BadInput('name a scenario or a file; "fencepost list" shows the shipped ones');
  const original = findScenario(source) ?? accepted(parseText(readText(source)), source);
  if (set.length === 0) return original;
  const changed = set.reduce<unknown>((document, assignment) => {
    const at = assignment.indexOf('=');
    if (at < 1) throw new BadInput(`--set ${assignment}: expected path=value`);
    return setPath(document, assignment.slice(0, at), plain(assignment.slice(at + 1)));
  }, original);
  return accepted(parseScenario(changed), source);
}

function readText(file: string): string {
  try {
    if (statSync(file).size > MOST_BYTES) throw new BadInput(`${file}: larger than ${MOST_BYTES} bytes`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`"${file}" is no shipped scenario and no file that can be read`);
  }
}

function accepted(parsed: Parsed, source: string): Scenario {
  if (parsed.ok) return parsed.scenario;
  throw new BadInput(parsed.problems.map(({ message }) => `${source}: ${message}`).join('\n'));
}

/** JSON where it is JSON (numbers, true, null, lists), else the text itself. */
function plain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
