import * as v from 'valibot';
import { hostsOf, ownSettings, serviceOf, serviceSchema } from '../model/registry.ts';
import { migrate } from './migrate.ts';
import { type Scenario, type ScenarioInput, scenarioSchema, VERSION } from './schema.ts';

/** What is wrong with a document, and where. */
export interface Problem {
  /** The field's path, for example `clients.0.program.2.for`; empty for the document as a whole. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
  /** All three in a sentence. */
  readonly message: string;
}

export type Parsed =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The largest text that is read as a document. */
export const MOST_BYTES = 1_000_000;

/** At most so many problems are told at once. */
const MOST_PROBLEMS = 20;

const problem = (path: string, found: string, expected: string): Problem => ({
  path,
  found,
  expected,
  message: `${path || 'the document'}: expected ${expected}, found ${found}`,
});

const refused = (...problems: Problem[]): Parsed => ({ ok: false, problems });

/** Names that the simulation itself gives to processes. */
const TAKEN = ['storage', 'outside', 'network'];

/** A document from plain data of unknown shape. Never throws. */
export function parseScenario(data: unknown): Parsed {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) {
    return refused(problem('', inWords(data), 'an object that describes a timeline'));
  }
  const { version } = data as { version?: unknown };
  if (version !== VERSION && !migrate.knows(version)) {
    return refused(problem('version', inWords(version), `${VERSION}`));
  }
  const result = v.safeParse(scenarioSchema, migrate.upgrade(data), { abortPipeEarly: true });
  if (!result.success) {
    const problems = result.issues.slice(0, MOST_PROBLEMS).map(problemOf);
    return refused(...problems);
  }
  const problems = [...clashes(result.output), ...wrongOwnSettings(result.output), ...wrongCommands(result.output)];
  return problems.length > 0 ? refused(...problems.slice(0, MOST_PROBLEMS)) : { ok: true, scenario: result.output };
}

/** A document from the text of a file. Never throws. */
export function parseText(text: string): Parsed {
  if (text.length > MOST_BYTES) {
    return refused(
      problem('', `${text.length.toLocaleString('en')} characters`, `at most ${MOST_BYTES.toLocaleString('en')}`),
    );
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return refused(problem('', `text that is not JSON (${(error as Error).message})`, 'a JSON document'));
  }
  return parseScenario(data);
}

/** A document that the project itself wrote: throws where it is wrong. */
export function scenario(input: ScenarioInput): Scenario {
  const parsed = parseScenario(input);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed.scenario;
}

function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const path = v.getDotPath(issue) ?? '';
  // of a union, what the closest member wanted
  const closest = issue.issues?.[0];
  const custom = issue.kind === 'validation' && issue.type === 'regex' ? issue.message : null;
  if (issue.type === 'union' && issue.issues) {
    const wanted = issue.issues.map((each) => (each.type === 'regex' ? each.message : wantedBy(each)));
    return problem(path, inWords(issue.input), [...new Set(wanted)].join(' or '));
  }
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return problem(path, 'a field of that name', 'no such field');
  }
  return problem(path, inWords(issue.input), custom ?? wantedBy(closest ?? issue));
}

function wantedBy({ type, requirement, expected }: v.BaseIssue<unknown>): string {
  switch (type) {
    case 'min_value':
      return `${requirement} or more`;
    case 'max_value':
      return `${(requirement as number).toLocaleString('en')} or less`;
    case 'min_length':
      return `at least ${requirement}`;
    case 'max_length':
      return `at most ${(requirement as number).toLocaleString('en')}`;
    case 'integer':
      return 'a whole number';
    default:
      return expected ?? 'something else';
  }
}

/** What was found, in a few words. */
function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length.toLocaleString('en')}`;
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Clients that have the name of another host. */
function clashes({ clients, lock }: Scenario): Problem[] {
  const seen = new Set([...TAKEN, ...hostsOf(lock)]);
  return clients.flatMap(({ name }, index) => {
    const clash = seen.has(name);
    seen.add(name);
    return clash ? [problem(`clients.${index}.name`, `"${name}"`, 'a name that nothing else has')] : [];
  });
}

/** What a client sets otherwise than the lock has to be a setting of that lock service, and one that it takes. */
function wrongOwnSettings({ clients, lock }: Scenario): Problem[] {
  return clients.flatMap(({ lock: own }, index) => {
    if (!own) return [];
    const result = v.safeParse(serviceSchema, ownSettings(lock, own), { abortPipeEarly: true });
    return (result.issues ?? []).map((issue) => {
      const { path, found, expected } = problemOf(issue);
      return problem(`clients.${index}.lock.${path}`, found, expected);
    });
  });
}

function wrongCommands({ faults, lock }: Scenario): Problem[] {
  const { commands } = serviceOf(lock.service);
  return faults.flatMap((fault, index) => {
    if (fault.kind !== 'command') return [];
    const known = commands.filter(({ hosts }) => hosts.includes(fault.process)).map(({ value }) => value);
    if (known.includes(fault.command)) return [];
    const expected = known.length > 0 ? known.join(' or ') : `a process of ${lock.service} that takes commands`;
    return [
      known.length > 0
        ? problem(`faults.${index}.command`, `"${fault.command}"`, expected)
        : problem(`faults.${index}.process`, `"${fault.process}"`, expected),
    ];
  });
}
