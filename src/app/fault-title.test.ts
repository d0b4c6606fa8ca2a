import { expect, it } from 'vitest';
import { first } from '../scenario/library.ts';
import { simulate } from '../simulate/simulate.ts';
import { faultTitle } from './fault-title.ts';

const run = simulate(first);

it('says what goes wrong by the names on the timeline', () => {
  const pause = { kind: 'pause', process: 'A', for: 1000 } as const;
  expect(faultTitle({ ...pause, at: 3000 }, run)).toBe('Client A is paused');
  expect(faultTitle({ ...pause, at: 'A after checked' }, run)).toBe('Client A is paused after its check');
  expect(faultTitle({ ...pause, process: 'redis', at: 'A after written·2' }, run)).toBe(
    "Redis is paused after A's 2nd write",
  );
  expect(faultTitle({ kind: 'crash', process: 'redis', at: 0, for: null }, run)).toBe('Redis crashes for good');
});

it('names a message by what it says, and by its address where it is never sent', () => {
  expect(faultTitle({ kind: 'drop', message: 'B→redis·1' }, run)).toBe('“acquire” from B to Redis is lost');
  expect(faultTitle({ kind: 'drop', message: 'B→redis·9' }, run)).toBe('B→redis·9 is lost');
});
