/** The two sides of a fault on the network: hosts by name. */
export type Sides = readonly [readonly string[], readonly string[]];

/** A network's links, each in one direction, by the names of its hosts: what they do to a message. Times in ms. */
export class Links {
  readonly #latency: number;
  readonly #sent = new Map<string, number>();
  readonly #lastArrival = new Map<string, number>();
  /** By how many faults a link is cut. */
  readonly #cuts = new Map<string, number>();
  /** The latencies that faults give a link, the newest last. */
  readonly #latencies = new Map<string, readonly { readonly fault: number; readonly latency: number }[]>();

  constructor(latency: number) {
    this.#latency = latency;
  }

  /** How many messages have been sent on the link, with the one that is sent now. */
  count(from: string, to: string): number {
    const nth = (this.#sent.get(link(from, to)) ?? 0) + 1;
    this.#sent.set(link(from, to), nth);
    return nth;
  }

  latency(from: string, to: string): number {
    return this.#latencies.get(link(from, to))?.at(-1)?.latency ?? this.#latency;
  }

  /** A message that would arrive at `t` does not overtake the one before it, as on one connection. Gives when it arrives. */
  queue(from: string, to: string, t: number): number {
    const arrival = Math.max(t, this.#lastArrival.get(link(from, to)) ?? 0);
    this.#lastArrival.set(link(from, to), arrival);
    return arrival;
  }

  isCut(from: string, to: string): boolean {
    return (this.#cuts.get(link(from, to)) ?? 0) > 0;
  }

  /** Cuts all links between two sides, or only those from the first to the second. Gives how to heal them. */
  cut(sides: Sides, oneWay: boolean): () => void {
    const cut = between(sides, oneWay);
    for (const each of cut) this.#cuts.set(each, (this.#cuts.get(each) ?? 0) + 1);
    return () => {
      for (const each of cut) this.#cuts.set(each, (this.#cuts.get(each) ?? 1) - 1);
    };
  }

  /** Gives all links between two sides another latency. Gives how to take it back. */
  slow(sides: Sides, latency: number, fault: number): () => void {
    const slowed = between(sides, false);
    for (const each of slowed) this.#latencies.set(each, [...(this.#latencies.get(each) ?? []), { fault, latency }]);
    return () => {
      for (const each of slowed) {
        this.#latencies.set(
          each,
          (this.#latencies.get(each) ?? []).filter((given) => given.fault !== fault),
        );
      }
    };
  }
}

const link = (from: string, to: string): string => `${from}→${to}`;

function between([left, right]: Sides, oneWay: boolean): readonly string[] {
  const there = left.flatMap((from) => right.map((to) => link(from, to)));
  return oneWay ? there : [...there, ...right.flatMap((from) => left.map((to) => link(from, to)))];
}
