import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, Interner } from './intern.ts';

describe('interning', () => {
  it('gives equal values one number, whatever the order of their keys', () => {
    const interner = new Interner<unknown>();
    expect(interner.number({ a: 1, b: [2, { c: 3, d: 4 }] })).toBe(interner.number({ b: [2, { d: 4, c: 3 }], a: 1 }));
    expect(interner.number({ a: 1 })).not.toBe(interner.number({ a: '1' }));
    expect(interner.size).toBe(3);
  });

  it('gives back what it was given', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const interner = new Interner<unknown>();
        for (const value of values) expect(canonical(interner.value(interner.number(value)))).toBe(canonical(value));
      }),
    );
  });

  it('knows nothing by a number that it never gave', () => {
    expect(() => new Interner().value(0)).toThrow(RangeError);
  });
});
