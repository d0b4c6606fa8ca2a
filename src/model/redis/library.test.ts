import { describe, expect, it } from 'vitest';
import {
  begin,
  contentOf,
  createSystem,
  type Emission,
  type System,
  snapshotOf,
  step,
  type World,
} from '../../kernel/world.ts';
import type { LibrarySettings } from '../service.ts';
import { redisLibrary } from './library.ts';
import { redisNode } from './node.ts';

/** A library and its server, driven by hand: whoever calls it is the test. */
function library(
  more: Partial<LibrarySettings> = {},
  token: 'none' | 'incr' | 'incr-apart' = 'none',
  recipe = 'set-nx-px',
) {
  const settings: LibrarySettings = {
    client: 'A',
    lock: 'l',
    name: 'A.lock',
    wait: { policy: 'poll', every: 100, jitter: 0, attempts: 3 },
    timeout: { after: 50, policy: 'retry' },
    renewal: { every: 300, timeout: 50, onFailure: 'stop' },
    validity: { from: 'send', factor: 1 },
    release: 'compare',
    ...more,
  };
  const system: System = createSystem([
    { name: 'redis', host: 'redis', machine: redisNode, input: { lock: 'l', persistence: 'none', counter: 0 } },
    {
      name: 'A.lock',
      host: 'A',
      machine: redisLibrary,
      input: { ...settings, ttl: 1000, renew: 'compare', nodes: ['redis'], token, recipe },
    },
    { name: 'A', host: 'program', machine: redisNode, input: { lock: 'x', persistence: 'none', counter: 0 } },
  ]);
  let world: World = begin(system).world;
  let emissions: readonly Emission[] = [];
  const take = (outcome: ReturnType<typeof step>) => {
    world = outcome.world;
    emissions = [...emissions, ...outcome.emissions];
  };
  const to = (name: string) => world.messages.filter(({ to: host }) => system.specs[host]?.name === name);
  return {
    call: (type: string, data: object = {}) =>
      take(step(system, world, { kind: 'tell', process: 1, event: { type, ...data } })),
    deliver: (name: string) => {
      const [message] = to(name);
      if (!message) throw new Error(`nothing is on its way to ${name}`);
      take(step(system, world, { kind: 'deliver', message }));
    },
    fire: (name: string) => {
      const timer = world.timers.find(({ id }) => id.includes(name));
      if (!timer) throw new Error(`no timer "${name}" is pending`);
      take(step(system, world, { kind: 'fire', timer }));
    },
    /** The types of what it has told its client. */
    told: () => to('A').map(({ event }) => contentOf(event).type),
    asked: () => to('redis').map(({ event }) => contentOf(event).type),
    notes: () => emissions.flatMap((each) => (each.kind === 'note' ? [each.note] : [])),
    state: () => snapshotOf(system, world, 1).value,
    timers: () => world.timers.map(({ id }) => id.replace(/^xstate\.after\.(\w+)\..*/, '$1')),
  };
}

describe('redis library', () => {
  it('takes the lock, tells its client, and counts the lease from its request', () => {
    const lock = library();
    lock.call('acquire');
    expect(lock.timers()).toContain('validity:0');
    lock.deliver('redis');
    lock.deliver('A.lock');
    expect(lock.told()).toEqual(['acquired']);
    expect(lock.notes()).toEqual(['grant', 'believe']);
    lock.fire('validity');
    expect(lock.state()).toBe('lost');
    expect(lock.told()).toEqual(['acquired', 'lost']);
  });

  it('renews, and the lease that it counts begins with the renewal that was answered', () => {
    const lock = library();
    lock.call('acquire');
    lock.deliver('redis');
    lock.deliver('A.lock');
    lock.fire('renewal');
    expect(lock.timers()).toEqual(expect.arrayContaining(['validity:0', 'validity:1']));
    lock.deliver('redis');
    lock.deliver('A.lock');
    expect(lock.timers()).not.toContain('validity:0');
    expect(lock.state()).toEqual({ holding: 'resting' });
  });

  it.each([
    ['ignore', { holding: 'resting' }, ['acquired']],
    ['give-up', { holding: 'unattended' }, ['acquired']],
    ['retry', { holding: 'retrying' }, ['acquired']],
    ['stop', 'lost', ['acquired', 'lost']],
  ] as const)('on a renewal that fails: %s', (onFailure, state, told) => {
    const lock = library({ renewal: { every: 300, timeout: 50, onFailure } });
    lock.call('acquire');
    lock.deliver('redis');
    lock.deliver('A.lock');
    lock.fire('renewal');
    lock.fire('renewalAnswer');
    expect(lock.state()).toEqual(state);
    expect(lock.told()).toEqual(told);
    expect(lock.notes()).toContain('renewal-failed');
  });

  it.each([
    ['retry', 'asking', [], ['unknown']],
    ['resend', 'asking', [], []],
    ['give-up', 'idle', ['not-acquired'], ['unknown', 'give-up']],
    ['assume-success', { holding: 'resting' }, ['acquired'], ['unknown', 'believe']],
  ] as const)('on no answer to acquire: %s', (policy, state, told, notes) => {
    const lock = library({ timeout: { after: 50, policy } });
    lock.call('acquire');
    lock.fire('answer');
    expect(lock.state()).toEqual(state);
    expect(lock.told()).toEqual(told);
    expect(lock.notes()).toEqual(notes);
  });

  it('counted from the first attempt, can be over before it is had', () => {
    const lock = library({ validity: { from: 'first-attempt', factor: 1 } });
    lock.call('acquire');
    lock.fire('validity');
    lock.deliver('redis');
    lock.deliver('A.lock');
    expect(lock.state()).toBe('lost');
    expect(lock.notes()).toEqual(['grant', 'believe', 'disbelieve']);
  });

  it('draws its token apart from the grant, and sets the expiry apart, where it is told to', () => {
    const apart = library({}, 'incr-apart', 'setnx-then-expire');
    apart.call('acquire');
    apart.deliver('redis');
    apart.deliver('A.lock');
    expect(apart.asked()).toEqual(['PEXPIRE']);
    apart.deliver('redis');
    apart.deliver('A.lock');
    expect(apart.asked()).toEqual(['INCR']);
    apart.deliver('redis');
    apart.deliver('A.lock');
    expect(apart.notes()).toEqual(['grant', 'extend', 'token', 'believe']);
  });

  it.each([
    ['compare', ['compare-and-delete']],
    ['blind', ['DEL']],
    ['compare-two-steps', ['GET']],
    ['never', []],
  ] as const)('releases: %s', (release, asked) => {
    const lock = library({ release });
    lock.call('acquire');
    lock.deliver('redis');
    lock.deliver('A.lock');
    lock.call('release');
    expect(lock.asked()).toEqual(asked);
    expect(lock.notes().at(-1)).toBe('disbelieve');
  });

  it('answers whether it holds by its own reckoning, or by asking', () => {
    const lock = library();
    lock.call('check', { by: 'clock' });
    expect(lock.notes()).toEqual(['check']);
    lock.call('acquire');
    lock.deliver('redis');
    lock.deliver('A.lock');
    lock.call('check', { by: 'service' });
    expect(lock.asked()).toEqual(['GET']);
    lock.deliver('redis');
    lock.deliver('A.lock');
    expect(lock.told()).toEqual(['held', 'acquired', 'held']);
  });
});
