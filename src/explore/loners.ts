import type { Space } from './space.ts';

/**
 * A sound reduction. A host *stands alone* in a state if exactly one thing is pending for it, no message of its own is in flight,
 * and nobody sends to it unasked: then nothing can happen to it before that one thing does. Its move touches no other host, so
 * that it commutes with whatever the others do; if it also tells the checks nothing, every order has an equivalent one in which it
 * comes first, and the others need not be followed here (a persistent set of one; Godefroid, Partial-Order Methods, ch. 4).
 *
 * That nobody sends to it unasked is not known beforehand. It is taken for granted until a move is seen that sends to a host
 * whose message it does not answer; then the search begins anew without that host. A reduced search in which no such move is seen has met
 * every order, one of each kind, and so would have seen it.
 */
export class Loners {
  readonly #space: Space;
  readonly #unasked: Set<number>;
  readonly #pendings: Int32Array;
  readonly #where: Int32Array;
  readonly #sent: Int32Array;

  constructor(space: Space, unasked: Set<number>) {
    const hosts = space.system.hosts.length;
    this.#space = space;
    this.#unasked = unasked;
    this.#pendings = new Int32Array(hosts);
    this.#where = new Int32Array(hosts);
    this.#sent = new Int32Array(hosts);
  }

  /** Where in the row the one thing stands that is enough to follow; -1: all have to be. */
  find(row: Uint32Array, first: number, length: number): number {
    const space = this.#space;
    this.#pendings.fill(0);
    this.#sent.fill(0);
    for (let at = first; at < length; at++) {
      const pending = row[at] as number;
      const host = space.hostOf(pending);
      if (host < 0) return -1; // a message may be delivered twice: then nothing of the above holds
      this.#pendings[host] = (this.#pendings[host] as number) + 1;
      this.#where[host] = at;
      const sender = space.senderOf(pending);
      if (sender >= 0) this.#sent[sender] = 1;
    }
    for (let host = 0; host < this.#pendings.length; host++) {
      if (this.#pendings[host] !== 1 || this.#sent[host] === 1 || this.#unasked.has(host)) continue;
      const at = this.#where[host] as number;
      if (space.move(row[1 + host] as number, row[at] as number).told === 0) return at;
    }
    return -1;
  }

  /** Notes hosts that are sent to unasked. Gives whether there was none among those that were relied on. */
  expects(pending: number, sends: readonly number[]): boolean {
    const space = this.#space;
    const asker = space.senderOf(pending);
    let all = true;
    for (const send of sends) {
      const to = space.hostOf(send);
      if (to === asker || this.#unasked.has(to)) continue;
      this.#unasked.add(to);
      all = false;
    }
    return all;
  }
}
