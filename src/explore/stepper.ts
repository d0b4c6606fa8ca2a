import type { Loners } from './loners.ts';
import type { Pending, Space } from './space.ts';

/** One thing that happens in an order. `again`: the message is delivered, and a copy of it is still on the way. */
export interface Step {
  readonly pending: Pending;
  readonly again: boolean;
}

/** The most numbers in a row. */
export const MOST_IN_ROW = 512;

/** So many steps of hosts that stand alone are taken at once at most: a circle of them has an end. */
const MOST_AT_ONCE = 64;

/**
 * A state as a row of numbers: the checks' state, every host's state, and from `first` on what is pending, in order. All in
 * place, in two rows that take turns, since a search makes millions of them.
 */
export class Stepper {
  readonly #space: Space;
  readonly #loners: Loners | null;
  readonly first: number;
  /** The row that the last call made, and its length. */
  row = new Uint32Array(MOST_IN_ROW);
  length = 0;
  #spare = new Uint32Array(MOST_IN_ROW);
  /** Whether a check had something to say of it. */
  hit = false;
  /** Whether a host was sent to unasked that was relied on. */
  surprised = false;

  constructor(space: Space, loners: Loners | null) {
    this.#space = space;
    this.#loners = loners;
    this.first = space.system.hosts.length + 1;
  }

  begin(extra: readonly Pending[]): void {
    const { judged, hosts, pendings } = this.#space.initial(extra);
    this.row[0] = judged.next;
    this.row.set(hosts, 1);
    const inOrder = pendings.toSorted((a, b) => a - b);
    this.row.set(inOrder, this.first);
    this.length = this.first + inOrder.length;
    this.hit = judged.hit;
  }

  /**
   * What becomes of `from` when the pending at `choice` happens. `gone` is the place of the pending that is used up: the same, or the
   * allowance for a message that is delivered and stays.
   */
  apply(from: Uint32Array, length: number, choice: number, gone: number): void {
    const space = this.#space;
    const { first } = this;
    const into = from === this.row ? this.#spare : this.row;
    const pending = from[choice] as number;
    const host = 1 + space.hostOf(pending);
    const move = space.move(from[host] as number, pending);
    const judged = space.judge(from[0] as number, move.told);
    const { ends, sends, arms } = move;
    if (this.#loners && sends.length > 0 && !this.#loners.expects(pending, sends)) this.surprised = true;
    into[0] = judged.next;
    for (let at = 1; at < first; at++) into[at] = from[at] as number;
    into[host] = move.next;
    let end = first;
    for (let at = first; at < length; at++) {
      const other = from[at] as number;
      if (at !== gone && !(ends.length > 0 && ends.includes(space.timerOf(other)))) into[end++] = other;
    }
    if (end + sends.length + arms.length > MOST_IN_ROW) throw new RangeError('too many messages and timers at once');
    for (let n = 0; n < sends.length; n++) end = insert(into, first, end, sends[n] as number);
    for (let n = 0; n < arms.length; n++) end = insert(into, first, end, arms[n] as number);
    if (into === this.#spare) {
      this.#spare = this.row;
      this.row = into;
    }
    this.length = end;
    this.hit = judged.hit;
  }

  /** Takes the steps of hosts that stand alone, as far as they go. `taken`, where given, is told each. */
  settle(taken?: (pending: number) => void): void {
    if (!this.#loners) return;
    for (let n = 0; n < MOST_AT_ONCE && !this.surprised; n++) {
      const at = this.#loners.find(this.row, this.first, this.length);
      if (at < 0) return;
      taken?.(this.row[at] as number);
      this.apply(this.row, this.length, at, at);
    }
  }
}

/** Keeps the numbers from `first` on in order. Gives the new end. */
function insert(row: Uint32Array, first: number, end: number, value: number): number {
  let at = end;
  for (; at > first && (row[at - 1] as number) > value; at--) row[at] = row[at - 1] as number;
  row[at] = value;
  return end + 1;
}
