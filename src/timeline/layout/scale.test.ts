import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedScale, lengthNeeded, linearScale, niceStep } from './scale.ts';

const range = [112, 838] as const;

/** Moments from 0 on, rising, some close together and some far apart. */
const moments = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 60_000 })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((gaps) => {
    let t = 0;
    return gaps.map((gap) => {
      t += gap;
      return t;
    });
  });
const folded = (times: readonly number[], hop = 20, length = 26) =>
  foldedScale({ from: 0, to: (times[times.length - 1] as number) + hop }, range, { times, hop, length });

describe('a linear scale', () => {
  it('stretches its domain over its range', () => {
    const scale = linearScale({ from: 0, to: 20_000 }, range);
    expect(scale.to(0)).toBe(112);
    expect(scale.to(20_000)).toBe(838);
    expect(scale.to(10_000)).toBe(475);
    expect(scale.folds).toEqual([]);
  });
});

describe('a folded scale', () => {
  it('rises', () => {
    fc.assert(
      fc.property(moments, (times) => {
        const scale = folded(times);
        let before = scale.to(-1);
        for (const t of [0, ...times]) {
          expect(scale.to(t)).toBeGreaterThan(before);
          before = scale.to(t);
        }
      }),
    );
  });

  it('inverts, inside its domain and beyond', () => {
    fc.assert(
      fc.property(moments, fc.double({ min: -0.5, max: 1.5, noNaN: true }), (times, part) => {
        const scale = folded(times);
        const t = part * scale.domain.to;
        expect(Math.abs(scale.invert(scale.to(t)) - t)).toBeLessThan(1e-6 * scale.domain.to + 1e-6);
      }),
    );
  });

  it('fills its range', () => {
    fc.assert(
      fc.property(moments, (times) => {
        const scale = folded(times);
        expect(scale.to(scale.domain.from)).toBeCloseTo(range[0], 6);
        expect(scale.to(scale.domain.to)).toBeCloseTo(range[1], 6);
      }),
    );
  });

  it('keeps a pause of 15 s and a hop of 20 ms readable on one axis', () => {
    const scale = folded([0, 20, 40, 60, 80, 15_080, 15_100, 15_120]);
    expect(scale.to(20) - scale.to(0)).toBeGreaterThanOrEqual(26);
    expect(scale.folds).toEqual([{ from: 80, to: 15_080 }]);
    expect(scale.to(15_080) - scale.to(80)).toBeGreaterThan(60);
  });

  it('folds nothing where everything is readable anyway', () => {
    expect(folded([100, 200, 300], 100).folds).toEqual([]);
  });

  it('keeps the longer of two folds the longer', () => {
    const scale = folded([0, 20, 5020, 5040, 25_040, 25_060]);
    expect(scale.to(25_040) - scale.to(5040)).toBeGreaterThan(scale.to(5020) - scale.to(20));
  });

  it('never folds what follows the last event', () => {
    fc.assert(
      fc.property(moments, (times) => {
        const last = times[times.length - 1] as number;
        expect(folded(times).folds.every((fold) => fold.to <= last)).toBe(true);
      }),
    );
  });

  it('goes on past its ends, so that a drag beyond the picture still means a time', () => {
    const scale = folded([0, 20, 15_020]);
    expect(scale.invert(range[1] + 100)).toBeGreaterThan(scale.domain.to);
    expect(scale.invert(range[0] - 10)).toBeLessThan(0);
  });
});

describe('a window', () => {
  it('shows a part of the same folds', () => {
    fc.assert(
      fc.property(moments, fc.double({ min: 0, max: 0.4, noNaN: true }), (times, part) => {
        const scale = folded(times);
        const view = { from: scale.domain.to * part, to: scale.domain.to * (1 - part) };
        const near = scale.window(view);
        expect(near.to(view.from)).toBeCloseTo(range[0], 4);
        expect(near.to(view.to)).toBeCloseTo(range[1], 4);
        expect(near.folds).toBe(scale.folds);
        expect(near.domain).toEqual(scale.domain);
      }),
    );
  });
});

it('asks for the length that its events need', () => {
  const wish = { times: [0, 20, 40, 60_040, 60_060], hop: 20, length: 30 };
  const needed = lengthNeeded({ from: 0, to: 60_080 }, wish);
  const scale = foldedScale({ from: 0, to: 60_080 }, [0, needed], wish);
  expect(scale.to(20) - scale.to(0)).toBeGreaterThanOrEqual(28);
  expect(needed).toBeLessThan(500);
});

it('steps by 1, 2 or 5 times a power of ten', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-5, max: 1e3, noNaN: true }), (slope) => {
      const step = niceStep(slope, 50);
      expect([1, 2, 5]).toContain(Math.round(step / 10 ** Math.floor(Math.log10(step) + 1e-9)));
      expect(step * slope).toBeGreaterThanOrEqual(49.999);
    }),
  );
});
