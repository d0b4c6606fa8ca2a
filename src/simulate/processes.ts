import type { ProcessSpec } from '../kernel/process.ts';
import { LOCK } from '../model/claim.ts';
import { type ProgramInput, program } from '../model/client/program.ts';
import { outside } from '../model/outside.ts';
import { ownSettings, serviceOf } from '../model/registry.ts';
import type { Lane } from '../model/service.ts';
import { DOC, storageOf } from '../model/storage/document.ts';
import { storage } from '../model/storage/storage.ts';
import type { Client, Scenario } from '../scenario/schema.ts';

/** The processes that a document asks for, in the fixed order that breaks ties: service, clients, storage, outside. */
export function processesOf({ lock, clients, storage: settings }: Scenario): ProcessSpec[] {
  const service = serviceOf(lock.service);
  const locks = [...new Set(clients.flatMap(locksOf))];
  const docs = [...new Set(clients.flatMap(docsOf))];
  return [
    ...service.processes(lock, locks.length > 0 ? locks : [LOCK]),
    ...clients.flatMap((client) => {
      const settingsOf = (name: string) => ({
        ...client,
        client: client.name,
        lock: name,
        name: libraryOf(client, name),
      });
      const own = ownSettings(lock, client.lock);
      const libraries = locksOf(client).flatMap((name) => service.library(own, settingsOf(name)) ?? []);
      return [...libraries, programOf(client, libraries.length > 0)];
    }),
    ...(docs.length > 0 ? docs : [DOC]).map((doc) => ({
      name: storageOf('storage', doc),
      host: 'storage',
      machine: storage,
      input: { ...settings, doc },
    })),
    ...(clients.some(hasEffect) ? [{ name: 'outside', host: 'outside', machine: outside, input: null }] : []),
  ];
}

/** The locks that a client's program takes. */
const locksOf = ({ program: instructions }: Client): string[] => [
  ...new Set(
    instructions.flatMap((step) =>
      step.do === 'acquire' || step.do === 'check' || step.do === 'release' ? step.lock : [],
    ),
  ),
];

/** The documents that it reads and writes. */
const docsOf = ({ program: instructions }: Client): string[] =>
  instructions.flatMap((step) => (step.do === 'read' || step.do === 'write' ? step.doc : []));

const libraryOf = ({ name }: Client, lock: string) => `${name}.${lock}`;

function programOf(client: Client, hasLock: boolean): ProcessSpec {
  const { name, start, rounds, rest, program: instructions, timeout, onLost, onConflict } = client;
  const input: ProgramInput = { name, hasLock, start, rounds, rest, instructions, timeout, onLost, onConflict };
  return { name, host: name, machine: program, input, clocks: { step: 'cpu', work: 'cpu' } };
}

const hasEffect = ({ program: instructions }: Client) => instructions.some((step) => step.do === 'effect');

/** The lanes from top to bottom. */
export function lanesOf({ lock, clients }: Scenario): Lane[] {
  return [
    ...serviceOf(lock.service).lanes(lock),
    ...clients.map(({ name }): Lane => ({ host: name, role: 'client', title: `Client ${name}` })),
    { host: 'storage', role: 'storage', title: 'Storage' },
    ...(clients.some(hasEffect) ? [{ host: 'outside', role: 'outside', title: 'Outside' } as const] : []),
  ];
}
