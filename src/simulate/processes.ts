import type { ProcessSpec } from '../kernel/process.ts';
import { type ProgramInput, program } from '../model/client/program.ts';
import { outside } from '../model/outside.ts';
import { serviceOf, settingOf } from '../model/registry.ts';
import type { Lane } from '../model/service.ts';
import { storage } from '../model/storage/storage.ts';
import type { Client, Scenario } from '../scenario/schema.ts';

/** The processes that a document asks for, in the fixed order that breaks ties: service, clients, storage, outside. */
export function processesOf({ lock, clients, storage: settings }: Scenario): ProcessSpec[] {
  const service = serviceOf(lock.service);
  return [
    ...service.processes(lock),
    ...clients.flatMap((client) => {
      const ttl = client.ttl ?? settingOf<number>(lock, 'ttl') ?? 0;
      const library = service.library(lock, { ...client, client: client.name, ttl });
      return library ? [library, programOf(client, library.name)] : [programOf(client, null)];
    }),
    { name: 'storage', host: 'storage', machine: storage, input: settings },
    ...(clients.some(hasEffect) ? [{ name: 'outside', host: 'outside', machine: outside, input: null }] : []),
  ];
}

function programOf(client: Client, library: string | null): ProcessSpec {
  const { name, start, rounds, rest, program: instructions, timeout, onLost, onConflict } = client;
  const input: ProgramInput = { name, library, start, rounds, rest, instructions, timeout, onLost, onConflict };
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
