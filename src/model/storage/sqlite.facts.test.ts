import { describe, expect, it } from 'vitest';
import { Behaviour, eventNumber, eventOf } from '../../kernel/behaviour.ts';
import { factSaw } from '../facts/facts.ts';
import { type StorageSettings, storage } from './storage.ts';

/** A fenced row in SQLite, asked of the storage: 1 where the UPDATE changed a row, 0 where not, null while it is only checked. */
function row(settings: Partial<StorageSettings> = {}) {
  const behaviour = new Behaviour(storage, 'storage');
  let { state } = behaviour.initial({
    check: 'token',
    fenceReads: false,
    atomic: true,
    gap: 10,
    durable: true,
    withoutToken: 'refuse',
    ...settings,
  });
  let re = 0;
  const held: number[] = [];
  const on = (event: number) => {
    const outcome = behaviour.react(state, event);
    state = outcome.state;
    let answer: string | null = null;
    for (const effect of outcome.effects) {
      if (effect.kind === 'send') answer = eventOf(effect.event).type;
      if (effect.kind === 'arm') held.push(effect.event);
    }
    return answer === null ? null : answer === 'refused' ? 0 : 1;
  };
  const write = (by: string, token: number | null, base = 0) => {
    re++;
    return on(
      eventNumber({ type: 'write', re, claim: `${by}#1`, token, op: `${by}1.${re}`, base, from: by, says: '' }),
    );
  };
  const finish = (nth: number) => on(held[nth] as number);
  const fence = () => (behaviour.snapshot(state).context as { maxSeen: number }).maxSeen;
  return { write, finish, fence };
}

describe('facts: a fenced row in SQLite', () => {
  it('sqlite-fence: changes is 1 for a token as high as the fence, 0 for a lower one or none', () => {
    const saw = factSaw('sqlite-fence') as Record<'ge' | 'strict' | 'upsert', number[]> & {
      identical: number;
      nullFence: number;
    };
    const atLeast = row();
    expect([34, 33, 34].map((token) => atLeast.write('A', token))).toEqual(saw.ge);
    expect(atLeast.write('A', 34)).toBe(saw.identical);
    expect(atLeast.write('A', null)).toBe(saw.nullFence);
    const above = row({ check: 'token-strict' });
    expect([35, 35].map((token) => above.write('A', token))).toEqual(saw.strict);
    const fresh = row();
    expect([10, 9, 10].map((token) => fresh.write('A', token))).toEqual(saw.upsert);
  });

  it('sqlite-fence-not-atomic: check then write loses; a transaction’s snapshot and one statement refuse', () => {
    const saw = factSaw('sqlite-fence-not-atomic') as {
      checkThenWrite: { B: number; A: number; row: { fence: number } };
      deferredTransaction: { B: number; A: string; row: { fence: number } };
      oneStatement: number;
    };
    const apart = row({ atomic: false });
    apart.write('A', 33);
    apart.write('B', 34);
    const { B, A } = saw.checkThenWrite;
    expect([apart.finish(1), apart.finish(0)]).toEqual([B, A]);
    expect(apart.fence()).toBe(saw.checkThenWrite.row.fence);
    // SQLITE_BUSY_SNAPSHOT: what was read is no longer the newest version
    const snapshot = row({ check: 'version' });
    expect(snapshot.write('B', 34)).toBe(saw.deferredTransaction.B);
    expect(snapshot.write('A', 33)).toBe(saw.deferredTransaction.A.startsWith('SQLITE_BUSY') ? 0 : 1);
    const one = row();
    one.write('B', 34);
    expect(one.write('A', 33)).toBe(saw.oneStatement);
  });

  it('sqlite-article-demo: A comes late with 1, B has written with 2', () => {
    const saw = factSaw('sqlite-article-demo') as { B: boolean; A: boolean; row: { fence: number } };
    const fenced = row();
    expect([fenced.write('B', 2) === 1, fenced.write('A', 1) === 1]).toEqual([saw.B, saw.A]);
    expect(fenced.fence()).toBe(saw.row.fence);
  });
});
