import { describe, expect, it } from 'vitest';
import { Behaviour, eventNumber, eventOf } from '../../kernel/behaviour.ts';
import { factSaw } from '../facts/facts.ts';
import { type PostgresInput, postgresNode } from './node.ts';

/** What a real PostgreSQL answered, asked of the machine. The pushed messages are left out. */
class Server {
  readonly #behaviour = new Behaviour(postgresNode, 'primary');
  #state: number;

  constructor(input: Partial<PostgresInput> = {}) {
    this.#state = this.#behaviour.initial({
      lock: 'l',
      role: 'primary',
      peer: null,
      synchronous: false,
      counter: 0,
      token: 'none',
      scope: 'session',
      idleTimeout: 0,
      lockTimeout: 0,
      pool: 0,
      checksConnection: false,
      ...input,
    }).state;
  }

  on(event: { type: string; [key: string]: unknown }): { type: string; token?: number; ok?: boolean }[] {
    const { state, effects } = this.#behaviour.react(this.#state, eventNumber(event));
    this.#state = state;
    return effects.flatMap((effect) => (effect.kind === 'send' ? [eventOf(effect.event) as never] : []));
  }

  ask(client: string, type: string, more: object = {}) {
    return this.on({ type, re: 1, claim: `${client}#1`, from: `${client}.lock`, ...more })[0];
  }

  tries(client: string, more: object = {}): boolean {
    return this.ask(client, 'lock', { wait: false, ...more })?.type === 'granted';
  }

  does(client: string, type: string): boolean {
    return this.ask(client, type)?.ok === true;
  }
}

describe('facts: postgres', () => {
  it('pg-reentrant: locks are counted per session', () => {
    const server = new Server();
    server.tries('A');
    const A_again = server.tries('A');
    const B_unlock = server.does('B', 'unlock');
    server.does('A', 'unlock');
    const afterOneUnlock = server.tries('B');
    server.does('A', 'unlock');
    const afterTwo = server.tries('B');
    const third = server.does('A', 'unlock');
    expect(factSaw('pg-reentrant')).toMatchObject({ A_again, B_unlock, afterOneUnlock, afterTwo, third });
  });

  it('pg-session-lock-rollback: a session lock survives a rollback', () => {
    const server = new Server();
    server.tries('A');
    server.ask('A', 'rollback');
    const B_gets = server.tries('B');
    server.ask('A', 'rollback-to');
    const B_getsAfterSavepointRollback = server.tries('B');
    expect({ B_gets, B_getsAfterSavepointRollback }).toEqual(factSaw('pg-session-lock-rollback'));
  });

  it('pg-frozen-client: held while it is stopped, free once the connection is closed', () => {
    const server = new Server();
    server.tries('A');
    const whileStopped = server.tries('B');
    server.ask('A', 'close');
    expect({ whileStopped, afterKill: server.tries('B') }).toEqual(factSaw('pg-frozen-client'));
  });

  it('pg-killed-client-busy-backend: the lock stays until the statement ends', () => {
    const after500ms = (checksConnection: boolean) => {
      const server = new Server({ checksConnection });
      server.tries('A');
      server.ask('A', 'run', { for: 3000 });
      server.ask('A', 'close');
      return { after500ms: server.tries('B') };
    };
    expect({ sleep: after500ms(false), sleepcheck: after500ms(true) }).toEqual(
      factSaw('pg-killed-client-busy-backend'),
    );
  });

  it('pg-sequence-cache: each session draws from its own block', () => {
    const server = new Server({ token: 'sequence-cache' });
    const draws = ['A', 'B', 'A'].map((client) => server.ask(client, 'nextval')?.token);
    expect(draws).toEqual(factSaw('pg-sequence-cache'));
  });

  it('pg-fence-plus-one: a token that is rolled back is given again', () => {
    const server = new Server({ token: 'fence-in-transaction', scope: 'transaction' });
    const grant = (client: string) => server.ask(client, 'lock', { wait: false })?.token;
    const A = grant('A');
    server.ask('A', 'commit');
    const B_rolledBack = grant('B');
    server.ask('B', 'rollback');
    expect({ A, B_rolledBack, A_next: grant('A') }).toEqual(factSaw('pg-fence-plus-one'));
  });

  it('pg-server-crash: locks are gone, and the sequence only jumps ahead', () => {
    const server = new Server();
    server.tries('A');
    const next = () => server.ask('X', 'nextval')?.token;
    const before = [next(), next(), next()];
    server.on({ type: 'restart', graceful: false });
    const B_lock = server.tries('B');
    const afterCrash = next();
    server.on({ type: 'restart', graceful: true });
    expect({ before, B_lock, afterCrash, afterCleanRestart: next() }).toEqual(factSaw('pg-server-crash'));
  });
});
