import { describe, expect, it } from 'vitest';
import { Behaviour, eventNumber, eventOf } from '../kernel/behaviour.ts';
import { factSaw } from '../model/facts/facts.ts';
import { isNote } from '../model/notes.ts';
import { redisNode } from '../model/redis/node.ts';
import { scenario } from '../scenario/parse.ts';
import type { ScenarioInput } from '../scenario/schema.ts';
import { simulate } from './simulate.ts';

/** The facts about Redis that take time, clocks or a client's library: as scenarios. */

const run = (input: { lock?: object; [field: string]: unknown }) =>
  simulate(
    scenario({
      version: 1,
      network: { latency: 0 },
      ...input,
      lock: { service: 'redis', ...input.lock },
    } as ScenarioInput),
  );
const acquire = (name: string, start: number, more: object = {}) =>
  ({ name, start, program: [{ do: 'acquire' }], wait: { policy: 'give-up' }, ...more }) as const;
const grants = ({ events }: ReturnType<typeof run>) =>
  events.flatMap((event) => (isNote(event, 'grant') ? [[event.data.holder, event.t]] : []));
const holderAt = ({ events }: ReturnType<typeof run>, t: number) => {
  let holder: string | null = null;
  for (const event of events) {
    if (event.t > t) break;
    if (isNote(event, 'grant')) holder = event.data.holder;
    if (isNote(event, 'expire') || isNote(event, 'release') || isNote(event, 'forget')) holder = null;
  }
  return holder;
};
const okOrNull = (granted: unknown[][], name: string) => (granted.some(([holder]) => holder === name) ? 'OK' : null);

describe('facts: redis, over time', () => {
  it('redis-expiry-instant', () => {
    const granted = grants(
      run({
        lock: { ttl: 100 },
        clients: [acquire('A', 0), { ...acquire('B', 0), wait: { policy: 'poll', every: 1 } }],
      }),
    );
    const [, at] = granted.find(([holder]) => holder === 'B') as [string, number];
    expect({ grantedWithin_100_105: at >= 100 && at <= 105 }).toEqual(factSaw('redis-expiry-instant'));
  });

  it('redis-server-paused', () => {
    const result = run({
      lock: { ttl: 300 },
      clients: [
        { ...acquire('A', 0), renewal: { every: 100 }, program: [{ do: 'acquire' }, { do: 'work', for: 2000 }] },
        acquire('B', 200),
      ],
      faults: [{ kind: 'pause', process: 'redis', at: 50, for: 650 }],
    });
    const refused = result.events.some(
      (event) => isNote(event, 'extend-refused') && event.data.by === 'A' && event.t === 700,
    );
    expect({ A_extend: refused ? 0 : 1, B_set: okOrNull(grants(result), 'B'), get: holderAt(result, 800) }).toEqual(
      factSaw('redis-server-paused'),
    );
  });

  it('redis-wall-forward', () => {
    const result = run({
      clients: [acquire('A', 0), acquire('B', 200)],
      faults: [{ kind: 'jump', process: 'redis', at: 100, by: 20_000 }],
    });
    const granted = grants(result);
    expect({ A: okOrNull(granted, 'A'), get: holderAt(result, 150), B: okOrNull(granted, 'B') }).toEqual(
      factSaw('redis-wall-forward'),
    );
  });

  it('redis-wall-back', () => {
    const { events } = run({
      clients: [acquire('A', 0)],
      faults: [{ kind: 'jump', process: 'redis', at: 100, by: -20_000 }],
    });
    const expired = events.find((event) => isNote(event, 'expire'))?.t ?? 0;
    expect({ pttl_29500_30000: expired >= 29_500 && expired <= 30_000 }).toEqual(factSaw('redis-wall-back'));
  });

  it('redis-lock-restart', () => {
    const restarted = (persistence: string, down: number) => {
      const result = run({
        lock: { ttl: 1200, persistence },
        clients: [acquire('A', 0), acquire('B', down + 200)],
        faults: [{ kind: 'crash', process: 'redis', at: 100, for: down }],
      });
      return [okOrNull(grants(result), 'B'), holderAt(result, down + 250)];
    };
    expect({ aof_short: restarted('aof', 10), aof_long: restarted('aof', 1500), none: restarted('none', 10) }).toEqual(
      factSaw('redis-lock-restart'),
    );
  });

  it('redis-orphan-by-lost-reply', () => {
    const result = run({
      lock: { ttl: 600 },
      clients: [{ ...acquire('A', 0), timeout: { after: 100, policy: 'retry' }, wait: { policy: 'poll', every: 600 } }],
      faults: [{ kind: 'drop', message: 'redis→A·1' }],
    });
    const firstAnswer = result.events.find((event) => event.kind === 'drop')?.kind === 'drop' ? 'no answer' : 'answer';
    const denied = result.events.find((event) => isNote(event, 'deny'));
    expect({
      first: firstAnswer,
      retry: denied ? null : 'OK',
      get: denied && isNote(denied, 'deny') ? denied.data.heldBy.replace('#', '') : null,
      afterTtl: grants(result).length === 2 ? 'OK' : null,
    }).toEqual(factSaw('redis-orphan-by-lost-reply'));
  });

  it('redis-auto-resend: the client is told no although the lock is its own, and a counter skips one', () => {
    const result = run({
      clients: [{ ...acquire('A', 0), timeout: { after: 100, policy: 'resend' } }],
      faults: [{ kind: 'drop', message: 'redis→A·1' }],
    });
    const { setAnswer, get } = factSaw('redis-auto-resend') as { setAnswer: null; get: string };
    const denied = result.events.find((event) => isNote(event, 'deny'));
    expect(denied && isNote(denied, 'deny') ? denied.data.heldBy.replace('#', '') : 'granted').toBe(get);
    expect(result.events.some((event) => isNote(event, 'believe')) ? 'OK' : null).toBe(setAnswer);
  });

  it('redis-incr-apart-from-lock: the stale client gets the higher token, and the holder is refused', () => {
    const program = [{ do: 'acquire' }, { do: 'write' }] as const;
    const result = run({
      lock: { ttl: 100, token: 'incr-apart' },
      storage: { check: 'token' },
      clients: [
        { ...acquire('A', 0), program: [...program] },
        { ...acquire('B', 150), program: [{ do: 'acquire' }, { do: 'work', for: 500 }, { do: 'write' }] },
      ],
      faults: [{ kind: 'delay', message: 'A→redis·2', by: 300 }],
    });
    const saw = factSaw('redis-incr-apart-from-lock') as Record<string, unknown>;
    const tokens = Object.fromEntries(
      result.events.flatMap((event) => (isNote(event, 'token') ? [[event.data.claim[0], event.data.token]] : [])),
    );
    const wrote = (name: string) =>
      result.events.some((event) => isNote(event, 'accept') && event.data.by === name) ? 1 : 0;
    expect({ tokenA: tokens['A'], tokenB: tokens['B'], A_write: wrote('A'), B_write: wrote('B') }).toEqual({
      tokenA: saw['tokenA'],
      tokenB: saw['tokenB'],
      A_write: saw['A_write'],
      B_write: saw['B_write'],
    });
  });

  it('redis-eviction: the lock goes before its time', () => {
    const result = run({
      lock: { ttl: 60_000 },
      clients: [acquire('A', 0)],
      faults: [{ kind: 'command', process: 'redis', at: 100, command: 'evict' }],
    });
    expect(holderAt(result, 200)).toBe((factSaw('redis-eviction') as { get: null }).get);
  });

  it('redis-watch-expiry: with lock and data in one Redis, a write under a lease that is over changes nothing', () => {
    const exec = (taken: boolean) => {
      const behaviour = new Behaviour(redisNode, 'redis');
      let { state } = behaviour.initial({ lock: 'l', persistence: 'none', counter: 0 });
      const tell = (event: { type: string; [key: string]: unknown }) => {
        const reaction = behaviour.react(state, eventNumber(event));
        state = reaction.state;
        const sent = reaction.effects.find(({ kind }) => kind === 'send');
        return sent?.kind === 'send' ? (eventOf(sent.event) as { held?: boolean }) : {};
      };
      const set = (value: string) =>
        tell({ type: 'SET', value, px: 150, if: 'absent', incr: false, re: 1, says: '', from: 'X.lock' });
      const stands = () => tell({ type: 'stands?', re: 2, claim: 'A#1', from: 'data' }).held;
      set('A#1');
      expect(stands()).toBe(true);
      tell({ type: 'ttl' });
      if (taken) set('B#1');
      return stands() ? { exec: 'OK', data: 'v' } : { exec: null, data: null };
    };
    expect({ expiredOnly: exec(false), taken: exec(true) }).toEqual(factSaw('redis-watch-expiry'));
  });

  it('redis-random-value-cas: a random value has no order', () => {
    const order = (a: number, b: number) => {
      const client = (name: string, claims: number, writes: number) => ({
        name,
        start: claims,
        program: [{ do: 'acquire' }, { do: 'read' }, { do: 'work', for: writes - claims }, { do: 'write' }],
      });
      const result = run({
        lock: { ttl: 100 },
        storage: { check: 'value' },
        clients: [client('A', 0, a === 1 ? 1000 : 1100), client('B', 200, b === 1 ? 1100 : 1000)],
        // order 2: A has the lock first, and claims the storage after B
        faults: a === 1 ? [] : [{ kind: 'pause', process: 'A', at: 'A after acquired', for: 500 }],
      } as never);
      const wrote = (name: string) =>
        result.events.some((event) => isNote(event, 'accept') && event.data.by === name) ? 1 : 0;
      return { A: wrote('A'), B: wrote('B') };
    };
    expect({ order1: order(1, 2), order2: order(2, 1) }).toEqual(factSaw('redis-random-value-cas'));
  });

  it('scenario-1-gc-pause', () => {
    const story = (fenced: boolean) => {
      const program = [{ do: 'acquire' }, { do: 'check', by: 'service' }, { do: 'read' }, { do: 'write' }];
      const result = run({
        lock: { ttl: 800, token: 'incr' },
        storage: { check: fenced ? 'token' : 'nothing' },
        clients: [
          { name: 'A', program },
          { name: 'B', start: 1000, program },
        ],
        faults: [{ kind: 'pause', process: 'A', at: 'A after read', for: 1100 }],
      } as never);
      const token = (name: string) =>
        result.events.flatMap((event) =>
          isNote(event, 'grant') && event.data.holder === name ? event.data.token : [],
        );
      const writers = result.events.flatMap((event) => (isNote(event, 'accept') ? event.data.by : []));
      const check = result.events.find((event) => isNote(event, 'check'));
      const wrote = (name: string) => (writers.includes(name) ? 1 : 0);
      return {
        A_check: check && isNote(check, 'check') ? check.data.held : null,
        A_token: token('A')[0],
        B_token: token('B')[0],
        B_write: wrote('B'),
        A_write: wrote('A'),
        value: `v-${writers.at(-1)}`,
        lockOwner: holderAt(result, 1200),
      };
    };
    expect({ unfenced: story(false), fenced: story(true) }).toEqual(factSaw('scenario-1-gc-pause'));
  });
});
