import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clock, Clocks } from './clock.ts';

describe('clock', () => {
  it('shows true time until something bends it', () => {
    const clock = new Clock();
    expect(clock.read(700)).toBe(700);
    expect(clock.when(700)).toBe(700);
  });

  it('stands still at rate 0, and goes on from where it stood', () => {
    const clock = new Clock();
    clock.setRate(100, 0);
    expect(clock.read(500)).toBe(100);
    expect(clock.when(101)).toBe(Number.POSITIVE_INFINITY);
    clock.setRate(500, 1);
    expect(clock.when(101)).toBe(501);
  });

  it('makes a timer due at once by a jump past it, and later by a jump back', () => {
    const clock = new Clock();
    clock.jump(20_000);
    expect(clock.when(10_000)).toBeLessThanOrEqual(0);
    clock.jump(-40_000);
    expect(clock.when(10_000)).toBe(30_000);
  });

  it('is due in the first whole ms at which it shows the reading', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 9000 }),
        (r, since, ahead) => {
          const clock = new Clock();
          clock.setRate(since, r / 100);
          const reading = clock.read(since) + ahead;
          const due = clock.when(reading);
          expect(Number.isInteger(due)).toBe(true);
          expect(clock.read(due)).toBeGreaterThanOrEqual(reading - 1e-3);
          expect(clock.read(due - 1)).toBeLessThan(reading + 1e-3);
        },
      ),
    );
  });

  it('stops only the processor in a pause, and bends only the clocks that are read by a drift', () => {
    const clocks = new Clocks();
    clocks.stop(1000);
    clocks.drift(1000, 2);
    expect(clocks.get('cpu').read(3000)).toBe(1000);
    expect(clocks.get('wall').read(3000)).toBe(5000);
    clocks.go(3000);
    expect(clocks.get('cpu').read(4000)).toBe(2000);
  });
});
