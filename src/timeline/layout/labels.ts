import type { Box } from './types.ts';

/** What stands somewhere: a text must stand clear of all, a strip (a lane with its bands) only keeps loose labels away. */
export const TEXT = 1;
export const STRIP = 2;

/** The side of a bucket in px: about the size of a short label. */
const CELL = 32;
/** Between two texts, in px. */
const GAP = 2;

/**
 * Keeps the room in the picture: who stands where, in buckets, so that a label is only compared with its neighbours.
 * Whatever was `take`n as TEXT after it was found `free` overlaps no other text, and lies within the picture.
 */
export class Room {
  readonly #width: number;
  readonly #height: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #boxes: (number[] | undefined)[];
  readonly #lines: (number[] | undefined)[];
  /** Flat: x, y, right, bottom, kind. */
  readonly #box: number[] = [];
  /** Flat: x1, y1, x2, y2. */
  readonly #line: number[] = [];
  /** By line: the last count in which it was looked at. */
  readonly #seen: number[] = [];
  #round = 0;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#columns = Math.max(1, Math.ceil(width / CELL));
    this.#rows = Math.max(1, Math.ceil(height / CELL));
    this.#boxes = new Array(this.#columns * this.#rows);
    this.#lines = new Array(this.#columns * this.#rows);
  }

  /** Nobody of these kinds stands there, and it lies within the picture. */
  free(box: Box, kinds: number = TEXT): boolean {
    const x1 = box.x - GAP;
    const y1 = box.y - GAP / 2;
    const x2 = box.x + box.width + GAP;
    const y2 = box.y + box.height + GAP / 2;
    if (box.x < 1 || box.y < 1 || box.x + box.width > this.#width - 1 || box.y + box.height > this.#height - 1)
      return false;
    const right = this.#column(x2);
    const bottom = this.#row(y2);
    for (let row = this.#row(y1); row <= bottom; row++) {
      for (let column = this.#column(x1); column <= right; column++) {
        const there = this.#boxes[row * this.#columns + column];
        if (!there) continue;
        for (const at of there) {
          const b = this.#box;
          if (
            ((b[at + 4] as number) & kinds) !== 0 &&
            (b[at] as number) < x2 &&
            (b[at + 2] as number) > x1 &&
            (b[at + 1] as number) < y2 &&
            (b[at + 3] as number) > y1
          ) {
            return false;
          }
        }
      }
    }
    return true;
  }

  take(box: Box, kind: number = TEXT): void {
    const at = this.#box.length;
    const right = box.x + box.width;
    const bottom = box.y + box.height;
    this.#box.push(box.x, box.y, right, bottom, kind);
    const lastColumn = this.#column(right);
    const lastRow = this.#row(bottom);
    for (let row = this.#row(box.y); row <= lastRow; row++) {
      for (let column = this.#column(box.x); column <= lastColumn; column++)
        put(this.#boxes, row * this.#columns + column, at);
    }
  }

  /** A line that a label had better not lie on. */
  line(x1: number, y1: number, x2: number, y2: number): void {
    const at = this.#line.length;
    this.#line.push(x1, y1, x2, y2);
    this.#seen.push(0);
    const steps = Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / (CELL / 2)) || 1;
    let last = -1;
    for (let i = 0; i <= steps; i++) {
      const f = i / steps;
      const cell = this.#row(y1 + (y2 - y1) * f) * this.#columns + this.#column(x1 + (x2 - x1) * f);
      if (cell !== last) put(this.#lines, cell, at);
      last = cell;
    }
  }

  /** How many lines lie on that box; no further than `most`. */
  crossings(box: Box, most: number = Number.POSITIVE_INFINITY): number {
    const x1 = box.x - 1;
    const x2 = box.x + box.width + 1;
    const y2 = box.y + box.height;
    let found = 0;
    this.#round++;
    // a line can clip the corner of a bucket that it was not put in: look one further
    const right = Math.min(this.#columns - 1, this.#column(x2 + CELL / 4));
    const bottom = Math.min(this.#rows - 1, this.#row(y2 + CELL / 4));
    for (let row = this.#row(box.y - CELL / 4); row <= bottom; row++) {
      for (let column = this.#column(x1 - CELL / 4); column <= right; column++) {
        const there = this.#lines[row * this.#columns + column];
        if (!there) continue;
        for (const at of there) {
          if (this.#seen[at >> 2] === this.#round) continue;
          this.#seen[at >> 2] = this.#round;
          const l = this.#line;
          if (!cuts(l[at] as number, l[at + 1] as number, l[at + 2] as number, l[at + 3] as number, x1, box.y, x2, y2))
            continue;
          found++;
          if (found > most) return found;
        }
      }
    }
    return found;
  }

  /** How many lines there are around a point: where there are many, no label is worth a try. */
  bustle(x: number, y: number): number {
    return this.#lines[this.#row(y) * this.#columns + this.#column(x)]?.length ?? 0;
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor(x / CELL)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor(y / CELL)));
  }
}

function put(cells: (number[] | undefined)[], cell: number, at: number): void {
  const there = cells[cell];
  if (there) there.push(at);
  else cells[cell] = [at];
}

/** Does the line from (ax, ay) to (bx, by) cut the box? (Liang and Barsky.) */
export function cuts(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): boolean {
  const dx = bx - ax;
  const dy = by - ay;
  let from = 0;
  let to = 1;
  if (dx === 0) {
    if (ax < x1 || ax > x2) return false;
  } else {
    const [near, far] = dx > 0 ? [x1, x2] : [x2, x1];
    from = Math.max(from, (near - ax) / dx);
    to = Math.min(to, (far - ax) / dx);
  }
  if (dy === 0) {
    if (ay < y1 || ay > y2) return false;
  } else {
    const [near, far] = dy > 0 ? [y1, y2] : [y2, y1];
    from = Math.max(from, (near - ay) / dy);
    to = Math.min(to, (far - ay) / dy);
  }
  return from <= to;
}

/**
 * Where a box of that size stands beside a line, centred on a fraction of it and `clear` px off:
 * `side` 1 is to the right of somebody who walks along it, -1 to the left.
 */
export function beside(
  line: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number },
  fraction: number,
  side: 1 | -1,
  clear: number,
  width: number,
  height: number,
): Box {
  const dx = line.x2 - line.x1;
  const dy = line.y2 - line.y1;
  const length = Math.hypot(dx, dy) || 1;
  const nx = (-dy / length) * side;
  const ny = (dx / length) * side;
  const off = clear + (Math.abs(nx) * width + Math.abs(ny) * height) / 2;
  return {
    x: line.x1 + dx * fraction + nx * off - width / 2,
    y: line.y1 + dy * fraction + ny * off - height / 2,
    width,
    height,
  };
}
