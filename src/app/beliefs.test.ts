import { describe, expect, it } from 'vitest';
import { first } from '../scenario/library.ts';
import { simulate } from '../simulate/simulate.ts';
import { beliefsAt, statusesAt } from './beliefs.ts';
import { reached } from './store/derive.ts';

const run = simulate(first);
const at = (t: number) =>
  Object.fromEntries(
    beliefsAt(run, reached(run, t, null), t).map(({ host, says, lie }) => [host, `${says}${lie && ` ${lie}`}`]),
  );

describe('beliefs', () => {
  it('are true at first', () => {
    expect(at(1000)).toEqual({
      redis: 'A holds the lock.',
      A: '“I hold the lock.”',
      B: '“I have not begun.”',
      storage: 'v0, as it was in the beginning.',
    });
  });

  it('go on after the lease, and are a lie by then', () => {
    expect(at(12_000)).toMatchObject({
      redis: 'B holds the lock.',
      A: '“I hold the lock.” It ended 1.6 s ago.',
      B: '“I hold the lock.”',
    });
    expect(at(18_400)).toMatchObject({
      redis: 'The lock is free. Last holder: B.',
      storage: "v2 by A, built on v0. B's v1 is gone.",
    });
  });

  it('change event by event, within one moment', () => {
    const answer = run.events.findIndex(({ t, process, kind }) => t === 14_000 && process === 'B' && kind === 'note');
    const says = (upto: number) => beliefsAt(run, upto, 14_000).find(({ host }) => host === 'B')?.says;
    expect(says(answer - 1)).toBe('“I hold the lock.”');
    expect(says(reached(run, 14_000, null))).toBe('“I am done with the lock.”');
  });

  it('are told in a word or two for each lane', () => {
    expect(statusesAt(run, reached(run, 5000, null))).toEqual({
      redis: 'held by A',
      A: 'frozen',
      B: 'idle',
      storage: 'v0',
    });
    expect(statusesAt(run, reached(run, 19_600, null))).toEqual({ redis: 'free', A: 'done', B: 'done', storage: 'v2' });
  });
});
