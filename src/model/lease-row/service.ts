import type * as v from 'valibot';
import type { Service } from '../service.ts';
import { rowLibrary } from './library.ts';
import { leaseRow } from './row.ts';
import type { leaseRowSettings } from './settings.ts';

type Settings = v.InferOutput<typeof leaseRowSettings>;

const rowOf = (lock: string) => `row:${lock}`;

export const leaseRowService: Service<Settings> = {
  id: 'lease-row',
  title: 'Row with an expiry',
  recipe: 'UPDATE … WHERE until <= now',
  tokens: [
    { value: 'none', label: 'none', help: 'The row has an owner, or a random version: unique, and without an order.' },
    { value: 'version', label: 'version', help: "The row's version, raised by every update that it takes." },
  ],
  fencingToken: 'version',
  renews: true,
  waits: ['poll', 'give-up'],
  fields: [
    {
      path: 'lock.ttl',
      label: 'Lease',
      kind: 'ms',
      min: 1,
      max: 3_600_000,
      inRow: true,
      help: 'How long the row is held without a renewal.',
    },
    {
      path: 'lock.clock',
      label: 'Timed by',
      kind: 'choice',
      inRow: true,
      options: [
        { value: 'database', label: 'the database', help: 'The statement asks for the time where it runs.' },
        { value: 'client', label: 'the client', help: 'Each client sends the time that its own wall clock shows.' },
        {
          value: 'watch',
          label: 'watching',
          help: 'A client takes the row once it has seen it stand still for a whole lease.',
        },
      ],
      help: 'Whose clock says that a lease is over.',
    },
    {
      path: 'lock.watch',
      label: 'Watch by',
      kind: 'choice',
      options: [
        { value: 'monotonic', label: 'monotonic', help: 'A clock that is never set.' },
        { value: 'wall', label: 'wall clock', help: 'A clock that can be set: a mistake.' },
      ],
      help: 'The clock by which a watcher counts.',
    },
    {
      path: 'lock.version',
      label: 'Version starts at',
      kind: 'count',
      min: 0,
      max: 1_000_000,
      help: "The row's version before the timeline begins.",
    },
  ],
  commands: [],
  lanes: () => [{ host: 'database', role: 'service', title: 'Database' }],
  processes: ({ clock, version, token }, locks) =>
    locks.map((lock) => ({
      name: rowOf(lock),
      host: 'database',
      machine: leaseRow,
      input: { lock, clock, version, token },
      clocks: clock === 'database' ? { ttl: 'wall' } : {},
    })),
  library: ({ ttl, clock, watch }, client) => ({
    name: client.name,
    host: client.client,
    machine: rowLibrary,
    input: { ...client, row: rowOf(client.lock), ttl, clock },
    clocks: { stamp: 'wall', store: 'cpu', unmoved: watch },
    reads: ['stamp'],
    jitter: { retry: client.wait.jitter },
  }),
};
