import type { ProcessSpec } from '../kernel/process.ts';
import { type ProgramInput, program } from '../model/client/program.ts';
import { outside } from '../model/outside.ts';
import { serviceOf } from '../model/registry.ts';
import type { Lane } from '../model/service.ts';
import { storage } from '../model/storage/storage.ts';
import type { Client, Scenario } from '../scenario/schema.ts';

/** The processes that a document asks for, in the fixed order that breaks ties: service, clients, storage, outside. */
export function processesOf({ lock, clients, storage: settings }: Scenario): ProcessSpec[] {
  const service = serviceOf(lock.service);
  return [
    ...service.processes(lock),
    ...clients.flatMap((client) => [
      service.library(lock, { ...client, client: client.name, ttl: client.ttl ?? lock.ttl }),
      programOf(client),
    ]),
    { name: 'storage', host: 'storage', machine: storage, input: settings },
    ...(clients.some(hasEffect) ? [{ name: 'outside', host: 'outside', machine: outside, input: null }] : []),
  ];
}

function programOf({ name, start, rounds, rest, program: instructions, timeout, onLost }: Client): ProcessSpec {
  const input: ProgramInput = { name, library: `${name}.lock`, start, rounds, rest, instructions, timeout, onLost };
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
