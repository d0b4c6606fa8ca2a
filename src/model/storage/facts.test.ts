import { describe, expect, it } from 'vitest';
import { Behaviour, eventNumber, eventOf } from '../../kernel/behaviour.ts';
import { factSaw } from '../facts/facts.ts';
import { type StorageSettings, storage } from './storage.ts';

/** What a real database answered to fenced writes, asked of the machine. */
class Store {
  readonly #behaviour = new Behaviour(storage, 'storage');
  #state: number;
  #re = 0;
  #held: number[] = [];

  constructor(settings: Partial<StorageSettings>) {
    const given = {
      check: 'token',
      fenceReads: false,
      atomic: true,
      gap: 10,
      durable: true,
      withoutToken: 'refuse',
      ...settings,
    };
    this.#state = this.#behaviour.initial(given).state;
  }

  #on(event: number): string | null {
    const { state, effects } = this.#behaviour.react(this.#state, event);
    this.#state = state;
    let answer: string | null = null;
    for (const effect of effects) {
      if (effect.kind === 'send') answer = eventOf(effect.event).type;
      if (effect.kind === 'arm') this.#held.push(effect.event);
    }
    return answer;
  }

  #ask(type: 'read' | 'write', by: string, token: number | null): 0 | 1 | null {
    const answer = this.#on(
      eventNumber({
        type,
        re: ++this.#re,
        claim: `${by}#1`,
        token,
        op: `${by}1.${this.#re}`,
        base: 0,
        from: by,
        says: '',
      }),
    );
    return answer === null ? null : answer === 'refused' ? 0 : 1;
  }

  /** 1: taken, 0: refused, null: checked, and not written yet. As the row count of a fenced UPDATE. */
  write = (by: string, token: number | null) => this.#ask('write', by, token);
  read = (by: string, token: number | null) => this.#ask('read', by, token);
  /** Writes what has been checked, the newest first. */
  finish = () =>
    this.#held
      .splice(0)
      .reverse()
      .map((event) => (this.#on(event) === 'ok' ? 1 : 0));
  restart = () => this.#on(eventNumber({ type: 'restart', graceful: false }));

  get maxSeen(): number {
    return (this.#behaviour.snapshot(this.#state).context as { maxSeen: number }).maxSeen;
  }
}

describe('facts: a fenced write', () => {
  it('pg-fence: greater or equal, and strictly greater', () => {
    const { ge, strict } = factSaw('pg-fence') as { ge: number[]; strict: number[] };
    const atLeast = new Store({ check: 'token' });
    expect([34, 33, 34].map((token) => atLeast.write('A', token))).toEqual(ge);
    const above = new Store({ check: 'token-strict' });
    expect([35, 35].map((token) => above.write('A', token))).toEqual(strict);
  });

  it('pg-fence-not-atomic: the check passes, B writes with 34, and A’s 33 goes over it', () => {
    const { B, A, row } = factSaw('pg-fence-not-atomic') as { B: number; A: number; row: { fence: number } };
    const store = new Store({ atomic: false });
    expect(store.write('A', 33)).toBeNull();
    expect(store.write('B', 34)).toBeNull();
    // two clients that write what they have checked, and the older one comes last
    const [byB, byA] = store.finish();
    expect([byA, byB]).toEqual([A, B]);
    expect(store.maxSeen).toBe(row.fence);
  });

  it('redis-auto-resend: a repeated write is taken by >= and refused by >', () => {
    const { fenceGE, fenceStrict } = factSaw('redis-auto-resend') as { fenceGE: number; fenceStrict: number };
    const repeated = (check: StorageSettings['check']) => {
      const store = new Store({ check });
      store.write('A', 5);
      return store.write('A', 5);
    };
    expect(repeated('token')).toBe(fenceGE);
    expect(repeated('token-strict')).toBe(fenceStrict);
  });
});

describe('facts: the lock’s random value', () => {
  it('redis-random-value-cas: safe in one order; in the other the stale client wins', () => {
    const claimed = (...order: string[]) => {
      const store = new Store({ check: 'value' });
      for (const client of order) store.read(client, null);
      return store;
    };
    const one = claimed('A', 'B');
    const order1 = { A: one.write('A', null), B: one.write('B', null) };
    const two = claimed('B', 'A');
    const order2 = { B: two.write('B', null), A: two.write('A', null) };
    expect({ order1, order2 }).toEqual(factSaw('redis-random-value-cas'));
  });
});

describe('storage', () => {
  it('compares and sets by version', () => {
    const store = new Store({ check: 'version' });
    // both are built on v0
    expect([store.write('A', null), store.write('B', null)]).toEqual([1, 0]);
  });

  it('takes only the token that it has seen, where it compares for equality: the next holder is refused', () => {
    const store = new Store({ check: 'token-equal' });
    expect([store.write('A', 33), store.write('A', 33), store.write('B', 34)]).toEqual([1, 1, 0]);
  });

  it('raises what it has seen by a fenced read, and refuses the older writer after it', () => {
    const store = new Store({ fenceReads: true });
    expect([store.read('B', 34), store.write('A', 33), store.read('A', 33), store.write('B', 34)]).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it('does not look at a read’s token unless it is told to', () => {
    const store = new Store({});
    expect([store.write('B', 34), store.read('A', 33), store.maxSeen]).toEqual([1, 1, 34]);
  });

  it('lets the strict check’s reads repeat the highest token', () => {
    const store = new Store({ check: 'token-strict', fenceReads: true });
    expect([store.read('A', 33), store.read('A', 33)]).toEqual([1, 1]);
  });

  it('refuses a write without a token, or lets it through', () => {
    expect(new Store({ withoutToken: 'refuse' }).write('A', null)).toBe(0);
    expect(new Store({ withoutToken: 'accept' }).write('A', null)).toBe(1);
    expect(new Store({ check: 'nothing' }).write('A', null)).toBe(1);
  });

  it('forgets the highest token at a restart, unless it is durable', () => {
    const restarted = (durable: boolean) => {
      const store = new Store({ durable });
      store.write('B', 34);
      store.restart();
      return store.write('A', 33);
    };
    expect([restarted(true), restarted(false)]).toEqual([0, 1]);
  });
});
