import type * as v from 'valibot';
import type { Service } from '../service.ts';
import { redisLibrary } from './library.ts';
import { redisNode } from './node.ts';
import type { redisSettings } from './settings.ts';

type Settings = v.InferOutput<typeof redisSettings>;

/** The process that is one key of the server. */
const keyOf = (lock: string) => `redis:${lock}`;

export const redis: Service<Settings> = {
  id: 'redis',
  title: 'Redis',
  recipe: 'SET NX PX',
  tokens: [
    { value: 'none', label: 'none', help: 'The lock is a random value. It is unique, and says nothing about order.' },
    { value: 'incr', label: 'INCR', help: 'A counter, raised in the same script that sets the lock.' },
    {
      value: 'incr-apart',
      label: 'INCR, apart',
      help: 'The counter is raised by a command of its own after the grant: a mistake, since the two orders can differ.',
    },
  ],
  fencingToken: 'incr',
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
      help: 'How long the lock is held without a renewal.',
    },
    {
      path: 'lock.counter',
      label: 'Counter starts at',
      kind: 'count',
      min: 0,
      max: 1_000_000,
      help: 'What INCR has counted to before the timeline begins.',
    },
    {
      path: 'lock.persistence',
      label: 'Persistence',
      kind: 'choice',
      options: [
        { value: 'none', label: 'none', help: 'A restart forgets the lock and the counter.' },
        { value: 'aof', label: 'AOF', help: 'Both survive; the lease runs on while the server is down.' },
        { value: 'rdb', label: 'RDB', help: 'Both survive an orderly stop, not a crash.' },
      ],
      help: 'What a restart of the server leaves of the lock and the counter.',
    },
    {
      path: 'lock.renew',
      label: 'Renew',
      kind: 'choice',
      options: [
        { value: 'compare', label: 'by comparing', help: 'Only if the stored value is its own.' },
        { value: 'by-name', label: 'by name', help: 'Whoever holds the lock: a mistake.' },
        { value: 'set-xx', label: 'by SET XX', help: 'Takes the lock back from whoever has it: a mistake.' },
        { value: 'recreate', label: 'set or extend', help: 'Sets a lock that has gone anew: a mistake.' },
      ],
      help: 'What a renewal asks of the server.',
    },
    {
      path: 'lock.acquire',
      label: 'Set by',
      kind: 'choice',
      options: [
        { value: 'set-nx-px', label: 'SET NX PX', help: 'Lock and lease in one command.' },
        {
          value: 'setnx-then-expire',
          label: 'SETNX, EXPIRE',
          help: 'Two commands: a crash in between locks for ever.',
        },
      ],
    },
  ],
  commands: [
    {
      value: 'evict',
      label: 'Evict the lock',
      help: 'The lock’s key is removed, by an operator or for want of memory.',
      hosts: ['redis'],
    },
    {
      value: 'evict-counter',
      label: 'Evict the counter',
      help: 'The counter’s key is removed: the next token is 1.',
      hosts: ['redis'],
    },
  ],
  lanes: () => [{ host: 'redis', role: 'service', title: 'Redis' }],
  // a key, and so a lock, is independent of the others
  processes: ({ persistence, counter }, locks) =>
    locks.map((lock) => ({
      name: keyOf(lock),
      host: 'redis',
      machine: redisNode,
      input: { lock, persistence, counter },
      clocks: { ttl: 'wall' },
    })),
  data: (_, lock) => ({ host: 'redis', process: keyOf(lock) }),
  library: ({ token, acquire, ttl, renew }, client) => ({
    name: client.name,
    host: client.client,
    machine: redisLibrary,
    input: { ...client, nodes: [keyOf(client.lock)], token, recipe: acquire, ttl, renew },
    jitter: { retry: client.wait.jitter },
  }),
};
