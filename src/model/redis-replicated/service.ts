import type * as v from 'valibot';
import { redisLibrary } from '../redis/library.ts';
import { redisNode } from '../redis/node.ts';
import { redis } from '../redis/service.ts';
import type { Command, Field, Service } from '../service.ts';
import type { redisReplicatedSettings } from './settings.ts';

type Settings = v.InferOutput<typeof redisReplicatedSettings>;

const NODES = ['redis-1', 'redis-2'] as const;
const keyOf = (node: string, lock: string) => `${node}:${lock}`;

const fields: readonly Field[] = [
  ...redis.fields.filter(({ path }) => path !== 'lock.acquire'),
  {
    path: 'lock.wait',
    label: 'WAIT',
    kind: 'ms',
    min: 1,
    max: 3_600_000,
    help: 'After the grant a client asks whether the replica has it, waits this long at most, and else gives the lock back.',
  },
  {
    path: 'lock.maxLag',
    label: 'Longest lag',
    kind: 'ms',
    min: 1,
    max: 3_600_000,
    help: 'The primary refuses writes once its replica has been silent for this long.',
  },
];

const commands: readonly Command[] = [
  {
    value: 'failover',
    label: 'Promote the replica',
    help: 'The replica becomes the primary with what has reached it. The rest is lost.',
    hosts: NODES,
  },
  {
    value: 'hand-over',
    label: 'Planned failover',
    help: 'The primary hands over all it has, and becomes the replica. Nothing is lost.',
    hosts: NODES,
  },
  ...redis.commands.map((command) => ({ ...command, hosts: NODES })),
];

export const redisReplicated: Service<Settings> = {
  id: 'redis-replicated',
  title: 'Redis with a replica',
  recipe: 'SET NX PX, replicated',
  tokens: redis.tokens,
  fencingToken: redis.fencingToken,
  renews: true,
  waits: redis.waits,
  fields,
  commands,
  lanes: () => [
    {
      host: 'redis',
      role: 'service',
      title: 'Redis',
      members: NODES.map((host, nth) => ({ host, title: `Server ${nth + 1}` })),
    },
  ],
  processes: ({ persistence, counter, maxLag }, locks) =>
    locks.flatMap((lock) =>
      NODES.map((host, nth) => ({
        name: keyOf(host, lock),
        host,
        machine: redisNode,
        input: {
          lock,
          persistence,
          counter,
          replication: {
            peer: keyOf(NODES[1 - nth] ?? '', lock),
            part: nth === 0 ? 'primary' : 'replica',
            maxLag,
          },
        },
        clocks: { ttl: 'wall' },
      })),
    ),
  library: ({ token, ttl, renew, wait }, client) => ({
    name: client.name,
    host: client.client,
    machine: redisLibrary,
    input: {
      ...client,
      nodes: NODES.map((host) => keyOf(host, client.lock)),
      token,
      recipe: 'set-nx-px',
      ttl,
      renew,
      waitForReplica: wait,
    },
    jitter: { retry: client.wait.jitter },
  }),
};
