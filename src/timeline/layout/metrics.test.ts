import { expect, it } from 'vitest';
import { shorten, textWidth } from './metrics.ts';

it('knows the widths of Inter, with a margin', () => {
  // measured in Chromium: 144.9 px
  expect(textWidth('still believes it holds the lock', 11, 400)).toBeGreaterThan(144.9);
  expect(textWidth('still believes it holds the lock', 11, 400)).toBeLessThan(165);
  expect(textWidth('A holds · token 33', 11.5, 600)).toBeGreaterThan(textWidth('A holds · token 33', 11.5, 400));
});

it('takes an unknown character for a wide one', () => {
  expect(textWidth('漢字', 10, 400)).toBeGreaterThan(20);
});

it('cuts a text to a width', () => {
  expect(shorten('waiting for the lock', 200, 11, 400)).toBe('waiting for the lock');
  const cut = shorten('waiting for the lock', 60, 11, 400);
  expect(cut).toMatch(/^wait.*…$/);
  expect(textWidth(cut, 11, 400)).toBeLessThanOrEqual(60);
  expect(shorten('waiting', 4, 11, 400)).toBe('');
});
