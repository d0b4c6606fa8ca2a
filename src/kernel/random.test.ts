import { describe, expect, it } from 'vitest';
import { draw } from './random.ts';

describe('draw', () => {
  it('depends on the seed and the name alone', () => {
    expect(draw(1, 'A→redis·2', 1000)).toBe(draw(1, 'A→redis·2', 1000));
    const drawn = new Set(Array.from({ length: 50 }, (_, n) => draw(1, `A→redis·${n}`, 1000)));
    expect(drawn.size).toBeGreaterThan(40);
    expect(draw(2, 'A→redis·2', 1000)).not.toBe(draw(1, 'A→redis·2', 1000));
  });

  it('stays between 0 and the most', () => {
    for (let n = 0; n < 200; n++) {
      const value = draw(n, 'x', 7);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(7);
    }
    expect(draw(5, 'x', 0)).toBe(0);
  });
});
