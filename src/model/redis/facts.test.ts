import { describe, expect, it } from 'vitest';
import { Behaviour, eventNumber, eventOf } from '../../kernel/behaviour.ts';
import { factSaw } from '../facts/facts.ts';
import { type RedisInput, redisNode } from './node.ts';

/**
 * What a real Redis answered, asked of the machine: the facts' commands, one after the other. A lease's end and a restart
 * are events that the kernel brings about; here the test does.
 */
class Server {
  readonly #behaviour: Behaviour;
  #state: number;
  #re = 0;
  /** The pending lease: its length when it was last set. */
  lease: number | null = null;

  constructor(input: Partial<RedisInput> = {}) {
    this.#behaviour = new Behaviour(redisNode, 'redis');
    const { state } = this.#behaviour.initial({ lock: 'l', persistence: 'none', counter: 0, ...input });
    this.#state = state;
  }

  #on(event: { type: string; [key: string]: unknown }): { type: string; token?: number; value?: string } | null {
    const { state, effects } = this.#behaviour.react(this.#state, eventNumber(event));
    this.#state = state;
    let answer = null;
    for (const effect of effects) {
      if (effect.kind === 'send') answer = eventOf(effect.event) as never;
      if (effect.kind === 'cancel') this.lease = null;
      if (effect.kind === 'arm') this.lease = Number.isFinite(effect.delay) ? effect.delay : null;
    }
    return answer;
  }

  #ask(type: string, client: string, more: object = {}) {
    return this.#on({ type, value: `${client}#1`, re: ++this.#re, says: '', from: `${client}.lock`, ...more });
  }

  set(client: string, px: number | null, condition: 'absent' | 'present' | 'absent-or-mine' = 'absent', incr = false) {
    const answer = this.#ask('SET', client, { px, if: condition, incr });
    return answer?.type === 'OK' ? (answer.token ?? 'OK') : null;
  }

  /** 1 or 0, as the scripts and commands answer. */
  do(type: 'PEXPIRE' | 'DEL' | 'compare-and-extend' | 'compare-and-delete', client: string, px?: number): 0 | 1 {
    return this.#ask(type, client, px === undefined ? {} : { px })?.type === 'OK' ? 1 : 0;
  }

  get(): string | null {
    return (this.#ask('GET', 'X')?.value as string | null | undefined)?.split('#')[0] ?? null;
  }

  incr(): number {
    return this.#ask('INCR', 'X')?.token as number;
  }

  expire(): void {
    this.#on({ type: 'ttl' });
  }

  restart(graceful: boolean): void {
    this.#on({ type: 'restart', graceful });
  }
}

describe('facts: redis', () => {
  it('redis-nx-twice', () => {
    const server = new Server();
    const A = server.set('A', 5000);
    const B = server.set('B', 9000);
    expect({ A, B, get: server.get(), ttlUntouched: server.lease === 5000 }).toEqual(factSaw('redis-nx-twice'));
  });

  it('redis-expiry-frees', () => {
    const server = new Server();
    server.set('A', 300);
    const before = server.set('B', 300);
    server.expire();
    const getAfter = server.get();
    const pttlAfter = getAfter === null ? -2 : server.lease;
    expect({ before, getAfter, pttlAfter, after: server.set('B', 300) }).toEqual(factSaw('redis-expiry-frees'));
  });

  it('redis-cad', () => {
    const server = new Server();
    server.set('B', 5000);
    const wrongOwner = server.do('compare-and-delete', 'A');
    const get = server.get();
    const rightOwner = server.do('compare-and-delete', 'B');
    expect({ wrongOwner, get, rightOwner, again: server.do('compare-and-delete', 'B') }).toEqual(factSaw('redis-cad'));
  });

  it('redis-blind-del', () => {
    const server = new Server();
    server.set('A', 100);
    server.expire();
    const B = server.set('B', 5000);
    const A_del = server.do('DEL', 'A');
    const C = server.set('C', 5000);
    expect({ B, A_del, C, B_release_later: server.do('compare-and-delete', 'B') }).toEqual(factSaw('redis-blind-del'));
  });

  it('redis-get-then-del', () => {
    const server = new Server();
    server.set('A', 100);
    const A_saw = server.get();
    server.expire();
    server.set('B', 5000);
    expect({ A_saw, A_del: server.do('DEL', 'A'), get: server.get() }).toEqual(factSaw('redis-get-then-del'));
  });

  it('redis-pexpire-by-name', () => {
    const server = new Server();
    server.set('A', 100);
    server.expire();
    server.set('B', 1000);
    const A_pexpire = server.do('PEXPIRE', 'A', 9000);
    expect({ A_pexpire, B_leaseNowOver8s: (server.lease ?? 0) > 8000, get: server.get() }).toEqual(
      factSaw('redis-pexpire-by-name'),
    );
  });

  it('redis-set-xx-steals', () => {
    const server = new Server();
    server.set('A', 100);
    server.expire();
    server.set('B', 5000);
    const A_set = server.set('A', 5000, 'present');
    const get = server.get();
    expect({ A_set, get, B_release: server.do('compare-and-delete', 'B') }).toEqual(factSaw('redis-set-xx-steals'));
  });

  it('redis-cae', () => {
    const server = new Server();
    server.set('B', 1000);
    const wrongOwner = server.do('compare-and-extend', 'A', 9000);
    const leaseUntouched = server.lease === 1000;
    const rightOwner = server.do('compare-and-extend', 'B', 5000);
    server.expire();
    const expiredFree = server.do('compare-and-extend', 'B', 5000);
    expect({ wrongOwner, leaseUntouched, rightOwner, expiredFree, get: server.get() }).toEqual(factSaw('redis-cae'));
  });

  it('redis-setnx-then-expire: a crash in between leaves a lock for ever', () => {
    const server = new Server();
    server.set('A', null);
    expect(server.lease ?? -1).toBe((factSaw('redis-setnx-then-expire') as { pttlOrphan: number }).pttlOrphan);
  });

  it('redis-incr-token', () => {
    const server = new Server();
    const seq = [server.incr(), server.incr(), server.incr()];
    server.restart(false);
    expect({ seq, afterFlush: server.incr() }).toEqual(factSaw('redis-incr-token'));
  });

  it('redis-incr-apart-from-lock', () => {
    const server = new Server();
    const A = server.set('A', 100);
    server.expire();
    const B = server.set('B', 5000);
    const tokenB = server.incr();
    const tokenA = server.incr();
    expect({ A, B, tokenB, tokenA }).toEqual(pick(factSaw('redis-incr-apart-from-lock'), 'A', 'B', 'tokenB', 'tokenA'));
  });

  it('redis-lua-grant-and-token', () => {
    const server = new Server();
    const grants = [server.set('A', 100, 'absent', true), server.set('B', 100, 'absent', true)];
    server.expire();
    grants.push(server.set('B', 100, 'absent', true));
    expect({ grants, counter: String(server.incr() - 1) }).toEqual(factSaw('redis-lua-grant-and-token'));
  });

  it('redis-incr-restart', () => {
    const restarted = (persistence: RedisInput['persistence'], graceful: boolean) => {
      const server = new Server({ persistence });
      for (let n = 0; n < 3; n++) server.incr();
      server.restart(graceful);
      return server.incr();
    };
    expect({
      none_kill: restarted('none', false),
      none_term: restarted('none', true),
      aof_always_kill: restarted('aof', false),
      aof_everysec_kill: restarted('aof', false),
      rdb_kill: restarted('rdb', false),
      rdb_term: restarted('rdb', true),
    }).toEqual(
      pick(
        factSaw('redis-incr-restart'),
        'none_kill',
        'none_term',
        'aof_always_kill',
        'aof_everysec_kill',
        'rdb_kill',
        'rdb_term',
      ),
    );
  });
});

/** Of what a fact saw, some fields. */
function pick(of: unknown, ...fields: string[]): object {
  const saw = of as Record<string, unknown>;
  return Object.fromEntries(fields.map((field) => [field, saw[field]]));
}
