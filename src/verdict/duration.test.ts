import { expect, it } from 'vitest';
import { duration } from './duration.ts';

it('says a span as a person does', () => {
  expect([0, 300, 999, 1000, 7600, 7650, 15_000, 18_400, 119_900, 120_000, 125_000, -2500].map(duration)).toEqual([
    '0 ms',
    '300 ms',
    '999 ms',
    '1 s',
    '7.6 s',
    '7.65 s',
    '15 s',
    '18.4 s',
    '119.9 s',
    '2 min',
    '2 min 5 s',
    '-2.5 s',
  ]);
});

it('rounds up to the next minute, not to 60 seconds', () => {
  expect([119_949, 119_950, 179_499, 179_500, 3_599_700, -179_700].map(duration)).toEqual([
    '119.9 s',
    '2 min',
    '2 min 59 s',
    '3 min',
    '60 min',
    '-3 min',
  ]);
});
