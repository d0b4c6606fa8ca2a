/**
 * Interning: equal plain values get the same small integer, so that they can be compared, hashed and stored as one number.
 */

/** JSON with the keys of every object in order, so that equal values have equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** A table from values to 0, 1, 2, … and back. `text` is the value's identity; by default its canonical JSON. */
export class Interner<T> {
  readonly #numbers = new Map<string, number>();
  readonly #values: T[] = [];

  get size(): number {
    return this.#values.length;
  }

  number(value: T, text: string = canonical(value)): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const fresh = this.#values.push(value) - 1;
    this.#numbers.set(text, fresh);
    return fresh;
  }

  value(number: number): T {
    const value = this.#values[number];
    if (value === undefined) throw new RangeError(`nothing is interned as ${number}`);
    return value;
  }
}
