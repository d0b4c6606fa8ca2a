import type * as v from 'valibot';
import type { Service } from '../service.ts';
import { postgresLibrary } from './library.ts';
import { postgresNode } from './node.ts';
import type { postgresSettings } from './settings.ts';

type Settings = v.InferOutput<typeof postgresSettings>;

const serverOf = (host: 'primary' | 'standby', lock: string) => `${host}:${lock}`;

export const postgres: Service<Settings> = {
  id: 'postgres',
  title: 'PostgreSQL',
  recipe: 'pg_advisory_lock',
  tokens: [
    { value: 'none', label: 'none', help: 'An advisory lock is only a key. It says nothing about order.' },
    { value: 'fence', label: 'fence + 1', help: 'A column raised and committed before the token is handed out.' },
    {
      value: 'fence-in-transaction',
      label: 'fence + 1, open',
      help: 'Handed out before COMMIT: a mistake, since a rollback lets the same token be given again.',
    },
    { value: 'sequence', label: 'sequence', help: 'nextval of a sequence: after a crash it only jumps ahead.' },
    {
      value: 'sequence-cache',
      label: 'sequence, CACHE 10',
      help: 'Each session draws from its own block: a mistake, since later grants can get lower numbers.',
    },
  ],
  fencingToken: 'fence',
  renews: true,
  waits: ['queue', 'poll', 'give-up'],
  fields: [
    {
      path: 'lock.scope',
      label: 'Lock lasts',
      kind: 'choice',
      inRow: true,
      options: [
        { value: 'session', label: 'session', help: 'pg_advisory_lock: until it is unlocked or the session ends.' },
        { value: 'transaction', label: 'transaction', help: 'pg_advisory_xact_lock: until COMMIT or ROLLBACK.' },
      ],
    },
    {
      path: 'lock.idleTimeout',
      label: 'Idle timeout',
      kind: 'ms',
      min: 0,
      max: 3_600_000,
      inRow: true,
      help: 'The server ends a session that has sent nothing for so long. 0: it never does, and there is no lease.',
    },
    {
      path: 'lock.lockTimeout',
      label: 'Lock timeout',
      kind: 'ms',
      min: 0,
      max: 3_600_000,
      help: 'How long a client stands in the queue. 0: for ever.',
    },
    {
      path: 'lock.counter',
      label: 'Counter starts at',
      kind: 'count',
      min: 0,
      max: 1_000_000,
      help: 'What the fence column or the sequence stands at before the timeline begins.',
    },
    {
      path: 'lock.pool',
      label: 'Pooled sessions',
      kind: 'count',
      min: 0,
      max: 8,
      help: 'How many server sessions a pooler in transaction mode shares out among the clients. 0: no pooler.',
    },
    {
      path: 'lock.standby',
      label: 'Standby',
      kind: 'choice',
      options: [
        { value: 'none', label: 'none' },
        { value: 'asynchronous', label: 'asynchronous', help: 'It may lack what the primary has confirmed.' },
        { value: 'synchronous', label: 'synchronous', help: 'The primary confirms only what the standby has.' },
      ],
      help: 'A second server that follows the log. It knows no locks of the first.',
    },
    {
      path: 'lock.connect',
      label: 'Connects to',
      kind: 'choice',
      options: [
        { value: 'primary', label: 'primary' },
        { value: 'standby', label: 'standby' },
      ],
      help: 'The server that a client uses, where there are two. A client can have its own.',
    },
  ],
  commands: [
    { value: 'promote', label: 'Promote the standby', help: 'It becomes a primary of its own.', hosts: ['standby'] },
    {
      value: 'isolate',
      label: 'Isolate the primary',
      help: 'It is shut off for good: all its sessions end, and it takes no others.',
      hosts: ['primary'],
    },
    {
      value: 'terminate',
      label: 'Terminate the session',
      help: 'pg_terminate_backend: the session that holds the lock ends.',
      hosts: ['primary', 'standby'],
    },
  ],
  lanes: ({ standby }) =>
    standby === 'none'
      ? [{ host: 'primary', role: 'service', title: 'PostgreSQL' }]
      : [
          {
            host: 'postgres',
            role: 'service',
            title: 'PostgreSQL',
            members: [
              { host: 'primary', title: 'Primary' },
              { host: 'standby', title: 'Standby' },
            ],
          },
        ],
  processes: ({ standby, token, scope, counter, idleTimeout, lockTimeout, pool }, locks) =>
    locks.flatMap((lock) =>
      (standby === 'none' ? (['primary'] as const) : (['primary', 'standby'] as const)).map((role) => ({
        name: serverOf(role, lock),
        host: role,
        machine: postgresNode,
        input: {
          lock,
          role,
          peer: role === 'primary' && standby !== 'none' ? serverOf('standby', lock) : null,
          synchronous: standby === 'synchronous',
          counter,
          token,
          scope,
          idleTimeout,
          lockTimeout,
          pool,
          checksConnection: false,
        },
      })),
    ),
  library: ({ scope, standby, connect }, client) => ({
    name: client.name,
    host: client.client,
    machine: postgresLibrary,
    input: { ...client, scope, node: serverOf(standby === 'none' ? 'primary' : connect, client.lock) },
    jitter: { retry: client.wait.jitter },
  }),
  data: (_, lock) => ({ host: 'primary', process: serverOf('primary', lock) }),
};
