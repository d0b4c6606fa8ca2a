import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { act, type From, notes, send, set, start, stop } from './actions.ts';
import { begin, choices, createSystem, snapshotOf, step, timerName } from './world.ts';

const note = notes<{ heard: { n: number } }>();

/** Says `ping` to its peer until it has heard three. */
type Ping = From<{ type: 'ping' }>;
type Context = { peer: string; n: number };
const player = setup({
  types: { context: {} as Context, events: {} as Ping, input: {} as { peer: string; first: boolean } },
  actions: {
    serve: act(({ context }: { context: Context }) => [send(context.peer, { type: 'ping' })]),
    hear: act(({ context, event }: { context: Context; event: Ping }) => [
      set<Context>({ n: context.n + 1 }),
      note('heard', { n: context.n + 1 }),
      ...(context.n < 2 ? [send(event.from, { type: 'ping' })] : []),
    ]),
  },
}).createMachine({
  context: ({ input }) => ({ peer: input.peer, n: 0 }),
  initial: 'playing',
  states: { playing: { after: { 10: { actions: 'serve' } }, on: { ping: { actions: 'hear' } } } },
});

const pair = (hostB: string) =>
  createSystem([
    { name: 'a', host: 'a', machine: player, input: { peer: 'b', first: true } },
    { name: 'b', host: hostB, machine: player, input: { peer: 'a', first: false } },
  ]);

describe('world', () => {
  it('offers what is in flight and what is pending, and changes nothing in the world that it came from', () => {
    const system = pair('b');
    const { world } = begin(system);
    expect(choices(world).map(({ kind }) => kind)).toEqual(['fire', 'fire']);
    const before = JSON.stringify(world);
    const [first] = choices(world);
    const served = step(system, world, first as never);
    expect(JSON.stringify(world)).toBe(before);
    expect(served.emissions.map(({ kind }) => kind)).toEqual(['send']);
    expect(served.world.messages).toHaveLength(1);
    expect(choices(served.world).map(({ kind }) => kind)).toEqual(['deliver', 'fire']);
  });

  it('makes calls between processes of one host at once, with no message that could be lost', () => {
    const system = pair('a');
    const { world } = begin(system);
    const { world: after, emissions } = step(system, world, { kind: 'fire', timer: world.timers[0] as never });
    expect(after.messages).toEqual([]);
    expect(emissions.filter(({ kind }) => kind === 'note')).toHaveLength(5);
    expect(snapshotOf(system, after, 0).context).toMatchObject({ n: 2 });
  });

  it('gives equal states one number, on whatever way they were reached', () => {
    const system = pair('b');
    const { world } = begin(system);
    const [x, y] = world.timers;
    const one = step(system, step(system, world, { kind: 'fire', timer: x as never }).world, {
      kind: 'fire',
      timer: y as never,
    });
    const two = step(system, step(system, world, { kind: 'fire', timer: y as never }).world, {
      kind: 'fire',
      timer: x as never,
    });
    expect(one.world.states).toEqual(two.world.states);
  });

  it('drops and duplicates a message', () => {
    const system = pair('b');
    const { world } = begin(system);
    const sent = step(system, world, { kind: 'fire', timer: world.timers[0] as never }).world;
    const [message] = sent.messages;
    expect(step(system, sent, { kind: 'drop', message: message as never }).world.messages).toEqual([]);
    expect(step(system, sent, { kind: 'duplicate', message: message as never }).world.messages).toHaveLength(2);
  });

  it('refuses a choice that the world does not offer', () => {
    const system = pair('b');
    const { world } = begin(system);
    expect(() => step(system, world, { kind: 'drop', message: { from: 0, to: 1, event: 0 } })).toThrow('not in flight');
  });

  it('arms a timer anew under the same id, stops it, and takes no endless delay for one', () => {
    type Event = { type: 'again' } | { type: 'stop' } | { type: 'late' } | { type: 'never' };
    const machine = setup({
      types: { events: {} as Event, context: {} as { fired: number } },
      actions: {
        arm: act(() => [start('t:1', { type: 'late' }, 50)]),
        disarm: act(() => [stop('t:1')]),
        never: act(() => [start('u', { type: 'late' }, Number.POSITIVE_INFINITY)]),
      },
    }).createMachine({
      context: { fired: 0 },
      on: {
        again: { actions: 'arm' },
        stop: { actions: 'disarm' },
        never: { actions: 'never' },
        late: { actions: assign({ fired: ({ context }) => context.fired + 1 }) },
      },
    });
    const system = createSystem([{ name: 'x', host: 'x', machine, input: null }]);
    const tell = (world: ReturnType<typeof begin>['world'], type: string) =>
      step(system, world, { kind: 'tell', process: 0, event: { type } }).world;
    const armed = tell(tell(begin(system).world, 'again'), 'again');
    expect(armed.timers.map(({ id, delay }) => [id, delay])).toEqual([['t:1', 50]]);
    expect(tell(armed, 'stop').timers).toEqual([]);
    expect(tell(armed, 'never').timers).toHaveLength(1);
  });

  it('names a timer by its delay, or by what stands before the colon', () => {
    expect(timerName('xstate.after.ttl.redis.held')).toBe('ttl');
    expect(timerName('validity:1')).toBe('validity');
  });

  it('refuses two processes of one name', () => {
    const spec = { name: 'a', host: 'a', machine: player, input: { peer: 'a', first: true } };
    expect(() => createSystem([spec, spec])).toThrow('share a name');
  });
});
