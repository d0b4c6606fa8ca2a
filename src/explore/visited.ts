/**
 * The states that a search has met, as rows of small integers, one after the other in one typed array, and an index by open
 * addressing. A row's number is its place in the order of being met, so that a list of parents is an array as well.
 */
export class Visited {
  #rows: Uint16Array | Uint32Array = new Uint16Array(1 << 16);
  #used = 0;
  /** By row: where it begins. One more than there are rows. */
  #starts = new Uint32Array(1 << 12);
  #index = new Uint32Array(1 << 13);
  #parents = new Uint32Array(1 << 12);
  /** By row: what led to it from its parent. */
  #via = new Uint32Array(1 << 12);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** All that is held, in bytes. */
  get bytes(): number {
    return (
      this.#rows.byteLength +
      this.#starts.byteLength +
      this.#index.byteLength +
      this.#parents.byteLength +
      this.#via.byteLength
    );
  }

  parent(row: number): number {
    return this.#parents[row] as number;
  }

  via(row: number): number {
    return this.#via[row] as number;
  }

  /** Copies a row into `into`. Gives its length. */
  read(row: number, into: Uint32Array): number {
    const from = this.#starts[row] as number;
    const to = this.#starts[row + 1] as number;
    const rows = this.#rows;
    for (let at = from; at < to; at++) into[at - from] = rows[at] as number;
    return to - from;
  }

  /** Adds the row of the first `length` numbers, unless it is there. Gives whether it is new; then its number is the last. */
  add(row: Uint32Array, length: number, parent: number, via: number): boolean {
    const hash = hashOf(row, 0, length);
    let index = this.#index;
    const mask = index.length - 1;
    let slot = hash & mask;
    for (let known = index[slot] as number; known !== 0; known = index[slot] as number) {
      if (this.#same(known - 1, row, length)) return false;
      slot = (slot + 1) & mask;
    }
    this.#room(row, length);
    this.#rows.set(row.subarray(0, length), this.#used);
    this.#used += length;
    const number = this.#size++;
    this.#parents[number] = parent;
    this.#via[number] = via;
    this.#starts[number + 1] = this.#used;
    index[slot] = number + 1;
    if (this.#size * 3 > index.length * 2) {
      index = this.#rehashed(index.length * 2);
      this.#index = index;
    }
    return true;
  }

  #same(number: number, row: Uint32Array, length: number): boolean {
    const from = this.#starts[number] as number;
    if ((this.#starts[number + 1] as number) - from !== length) return false;
    const rows = this.#rows;
    for (let at = 0; at < length; at++) if (rows[from + at] !== row[at]) return false;
    return true;
  }

  #room(row: Uint32Array, length: number): void {
    if (this.#rows instanceof Uint16Array && isWide(row, length)) this.#rows = Uint32Array.from(this.#rows);
    if (this.#used + length > this.#rows.length) this.#rows = grown(this.#rows);
    if (this.#size + 2 > this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#parents = grown(this.#parents);
      this.#via = grown(this.#via);
    }
  }

  #rehashed(length: number): Uint32Array<ArrayBuffer> {
    const index = new Uint32Array(length);
    const mask = length - 1;
    for (let number = 0; number < this.#size; number++) {
      const from = this.#starts[number] as number;
      const to = this.#starts[number + 1] as number;
      let slot = hashOf(this.#rows, from, to) & mask;
      while (index[slot] !== 0) slot = (slot + 1) & mask;
      index[slot] = number + 1;
    }
    return index;
  }
}

function hashOf(row: Uint16Array | Uint32Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) {
    hash = Math.imul(hash ^ (row[at] as number), 0x85ebca6b);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}

/** Whether a number of it does not fit into 16 bits. */
function isWide(row: Uint32Array, length: number): boolean {
  for (let at = 0; at < length; at++) if ((row[at] as number) > 0xffff) return true;
  return false;
}

/** Half as long again, so that little is held in vain. */
function grown<Rows extends Uint16Array | Uint32Array>(rows: Rows): Rows {
  const larger = new (rows.constructor as new (length: number) => Rows)(Math.ceil(rows.length * 1.5));
  larger.set(rows);
  return larger;
}
