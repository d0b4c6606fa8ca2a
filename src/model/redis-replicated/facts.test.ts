import { describe, expect, it } from 'vitest';
import { Behaviour, eventNumber, eventOf } from '../../kernel/behaviour.ts';
import { factSaw } from '../facts/facts.ts';
import { redisNode } from '../redis/node.ts';

type Event = { type: string; [key: string]: unknown };
type Name = 'one' | 'two';

/** A primary, `one`, and its replica, `two`, with what is under way between them. */
class Pair {
  readonly #nodes: Record<Name, { behaviour: Behaviour; state: number; timers: Map<string, Event> }>;
  readonly #wires: Record<Name, Event[]> = { one: [], two: [] };
  #re = 0;
  #answers = new Map<number, Event>();

  constructor(maxLag: number | null = null) {
    const node = (peer: Name, part: 'primary' | 'replica') => {
      const behaviour = new Behaviour(redisNode, 'redis');
      const input = { lock: 'l', persistence: 'none', counter: 0, replication: { peer, part, maxLag } };
      return { behaviour, state: behaviour.initial(input).state, timers: new Map<string, Event>() };
    };
    this.#nodes = { one: node('two', 'primary'), two: node('one', 'replica') };
  }

  tell(name: Name, event: Event): void {
    const node = this.#nodes[name];
    const { state, effects } = node.behaviour.react(node.state, eventNumber(event));
    node.state = state;
    for (const effect of effects) {
      if (effect.kind !== 'send') continue;
      const sent = eventOf(effect.event) as Event;
      if (effect.to === 'one' || effect.to === 'two') this.#wires[effect.to].push({ ...sent, from: name });
      else this.#answers.set(sent['re'] as number, sent);
    }
  }

  /** What is under way arrives, in both directions, until nothing is. */
  arrive(): void {
    for (;;) {
      const to = (['one', 'two'] as const).find((name) => this.#wires[name].length > 0);
      const event = to && this.#wires[to].shift();
      if (!to || !event) return;
      this.tell(to, event);
    }
  }

  lose(): void {
    this.#wires.one = [];
    this.#wires.two = [];
  }

  ask(name: Name, type: string, client: string, more: object = {}): number {
    this.tell(name, { type, value: `${client}#1`, re: ++this.#re, says: '', from: `${client}.lock`, ...more });
    return this.#re;
  }

  answer(re: number): Event | undefined {
    return this.#answers.get(re);
  }

  set(name: Name, client: string): string | null {
    const answer = this.answer(this.ask(name, 'SET', client, { px: 10_000, if: 'absent', incr: false }));
    return answer?.type === 'OK' ? 'OK' : ((answer?.['error'] as string | undefined) ?? null);
  }

  incr(name: Name): number {
    return this.answer(this.ask(name, 'INCR', 'X'))?.['token'] as number;
  }

  get(name: Name): string | null {
    return (this.answer(this.ask(name, 'GET', 'X'))?.['value'] as string | null)?.split('#')[0] ?? null;
  }
}

describe('facts: redis with a replica', () => {
  it('redis-replica-lag-token: the counter goes back', () => {
    const pair = new Pair();
    const primary = [pair.incr('one')];
    pair.arrive();
    primary.push(pair.incr('one'), pair.incr('one'));
    pair.lose();
    pair.tell('two', { type: 'failover' });
    expect({ primary, promoted: [pair.incr('two'), pair.incr('two')] }).toEqual(factSaw('redis-replica-lag-token'));
  });

  it('redis-replica-lag-lock: the lock is lost, and two hold', () => {
    const { pair, A, B } = split();
    expect({ A, B, oldPrimaryGet: pair.get('one') }).toEqual(factSaw('redis-replica-lag-lock'));
  });

  it('redis-old-primary-rejoins: its own writes are thrown away', () => {
    const { pair } = split();
    const t = pair.incr('two');
    expect(t).toBe(1);
    pair.lose();
    pair.tell('one', { type: 'restart', graceful: true });
    pair.arrive();
    // what INCR on a replica would say is that it is one: its copy is read by making it the primary
    const l = pair.get('one');
    pair.tell('two', { type: 'hand-over' });
    pair.arrive();
    expect({ l, t: String(pair.incr('one') - 1) }).toEqual(factSaw('redis-old-primary-rejoins'));
  });

  it('redis-frozen-replica-drains: what reached its socket is applied', () => {
    const pair = new Pair();
    for (let n = 0; n < 3; n++) pair.incr('one');
    pair.arrive();
    pair.tell('two', { type: 'failover' });
    expect(String(pair.incr('two') - 1)).toBe(factSaw('redis-frozen-replica-drains'));
  });

  it('redis-wait: counts the replicas that have it, and undoes nothing', () => {
    const healthy = new Pair();
    healthy.set('one', 'A');
    const asked = healthy.ask('one', 'WAIT', 'A', { timeout: 500 });
    healthy.arrive();
    const cut = new Pair();
    cut.set('one', 'A');
    cut.lose();
    const unheard = cut.ask('one', 'WAIT', 'A', { timeout: 300 });
    expect(cut.answer(unheard)).toBeUndefined();
    cut.tell('one', { type: 'waited', to: 'A.lock', re: unheard });
    expect({
      healthy: healthy.answer(asked)?.['replicas'],
      cut: cut.answer(unheard)?.['replicas'],
      primary: cut.get('one'),
      replica: cut.get('two'),
    }).toEqual(factSaw('redis-wait'));
  });

  it('redis-min-replicas: writes are refused only once the lag shows', () => {
    const pair = new Pair(1000);
    const ok = pair.set('one', 'A');
    pair.lose();
    pair.tell('one', { type: 'late' });
    const later = pair.set('one', 'B');
    const saw = factSaw('redis-min-replicas') as { atOnce: { ok: string }; later: { error: string } };
    expect({ ok, later }).toEqual({ ok: saw.atOnce.ok, later: saw.later.error.split(' ')[0] });
    pair.arrive();
    expect(pair.set('one', 'B'), 'the replica is back; A holds').toBe(null);
  });

  it('redis-replica-expiry: hidden by its own clock, and gone on promotion', () => {
    const pair = new Pair();
    pair.set('one', 'A');
    pair.arrive();
    pair.tell('two', { type: 'ttl' });
    const get = pair.get('two');
    pair.tell('two', { type: 'failover' });
    const { get: seen, B } = factSaw('redis-replica-expiry') as { get: null; B: string };
    expect({ get, B: pair.set('two', 'B') }).toEqual({ get: seen, B });
  });

  it('redis-failover-command: a planned one loses nothing', () => {
    const pair = new Pair();
    pair.set('one', 'A');
    for (let n = 0; n < 3; n++) pair.incr('one');
    pair.tell('one', { type: 'hand-over' });
    pair.arrive();
    const saw = factSaw('redis-failover-command') as { l: string; incr: number; oldWrite: { error: string } };
    expect({ l: pair.get('two'), incr: pair.incr('two'), oldWrite: pair.set('one', 'B') }).toEqual({
      l: saw.l,
      incr: saw.incr,
      oldWrite: saw.oldWrite.error.split(' ')[0],
    });
  });
});

/** The link is lost before A's lock reaches the replica, which is promoted and gives the lock to B. */
function split() {
  const pair = new Pair();
  const A = pair.set('one', 'A');
  pair.lose();
  pair.tell('two', { type: 'failover' });
  pair.lose();
  const B = pair.set('two', 'B');
  return { pair, A, B };
}
