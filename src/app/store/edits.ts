import { serviceOf, settingOf } from '../../model/registry.ts';
import { CHECKS } from '../../model/storage/checks.ts';
import { type Problem, parseScenario } from '../../scenario/parse.ts';
import type { Fault, Scenario } from '../../scenario/schema.ts';
import { setPath } from '../../scenario/set.ts';

/** Edits of a document: pure functions that give the changed one, or say why it cannot be. */
export type Edited =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Sets one field or several, as one edit. */
export const setFields = (
  document: Scenario,
  ...fields: readonly (readonly [path: string, value: unknown])[]
): Edited => parseScenario(fields.reduce<unknown>((changed, [path, value]) => setPath(changed, path, value), document));

/** What storage asks of a write. A check of tokens switches the service's token on, where it gave none. */
export function setCheck(document: Scenario, check: string): Edited {
  const { lock } = document;
  const { fencingToken } = serviceOf(lock.service);
  const wanted = CHECKS.some(({ value, byToken }) => value === check && byToken);
  const switchOn = wanted && fencingToken !== null && settingOf(lock, 'token') === 'none';
  return setFields(document, ['storage.check', check], ...(switchOn ? [['lock.token', fencingToken] as const] : []));
}

/** The same setting for every client. */
export const setForClients = (document: Scenario, path: string, value: unknown): Edited =>
  setFields(document, ...document.clients.map((_, index) => [`clients.${index}.${path}`, value] as const));

export const addFault = (document: Scenario, fault: Fault): Edited =>
  setFields(document, ['faults', [...document.faults, fault]]);

export const changeFault = (document: Scenario, index: number, change: object): Edited =>
  setFields(document, [`faults.${index}`, { ...document.faults[index], ...change }]);

export const removeFault = (document: Scenario, index: number): Edited =>
  setFields(document, ['faults', document.faults.filter((_, at) => at !== index)]);

/** Holds a message up by so long in all; 0 lets it go. */
export function setDelay(document: Scenario, message: string, by: number): Edited {
  const delays = (fault: Fault) => fault.kind === 'delay' && fault.message === message;
  const at = document.faults.findIndex(delays);
  if (at < 0 && by > 0) return addFault(document, { kind: 'delay', message, by });
  // where there are several, the first one takes it all
  const faults = document.faults.flatMap((fault, index): Fault[] => {
    if (!delays(fault)) return [fault];
    return index === at && by > 0 ? [{ kind: 'delay', message, by }] : [];
  });
  return setFields(document, ['faults', faults]);
}

/** Adds a fault on a message, or removes it where there is one of that kind. */
export function toggleOnMessage(document: Scenario, fault: Extract<Fault, { kind: 'drop' | 'duplicate' }>): Edited {
  const at = document.faults.findIndex((each) => each.kind === fault.kind && each.message === fault.message);
  return at < 0 ? addFault(document, fault) : removeFault(document, at);
}

/** For how long a message is held up in all. */
export const delayOf = ({ faults }: Scenario, message: string): number =>
  faults.reduce((sum, fault) => (fault.kind === 'delay' && fault.message === message ? sum + fault.by : sum), 0);
