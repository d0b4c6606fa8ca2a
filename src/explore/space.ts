import type { Behaviour, Effect } from '../kernel/behaviour.ts';
import { canonical, Interner } from '../kernel/intern.ts';
import type { NoteEvent, TraceEvent } from '../kernel/trace.ts';
import { begin, contentOf, type Emission, type System } from '../kernel/world.ts';
import type { AnyCheck } from '../verdict/checks.ts';
import type { Hit } from '../verdict/types.ts';

/**
 * Something that can happen next, times left out: a message that is in flight, a timer that is pending, or a blow that may
 * still fall. Two that do the same are the same; how often it is there, is a matter of the state.
 */
export type Pending =
  | { readonly kind: 'message'; readonly from: number; readonly process: number; readonly event: number }
  | {
      readonly kind: 'timer';
      readonly process: number;
      readonly id: string;
      readonly event: number;
      readonly delay: number;
    }
  | { readonly kind: 'blow'; readonly fault: number; readonly host: number; readonly event: number }
  /** Allows one message to be delivered twice. */
  | { readonly kind: 'twice' };

/** A host's reaction to something: its state afterwards, and what came of it. All are numbers of the space's tables. */
interface Move {
  readonly next: number;
  /** Pendings that are there from now on. */
  readonly sends: readonly number[];
  readonly arms: readonly number[];
  /** Timers, known by process and id, that are there no more. */
  readonly ends: readonly number[];
  /** What the checks are shown: a list of events, by number; 0 for nothing. */
  readonly told: number;
}

/** What happens to a check's state. */
interface Judged {
  readonly next: number;
  readonly hit: boolean;
}

/**
 * All that the search of every order needs to know of a system, as tables of small integers that fill themselves: the machines
 * are asked once for every pair of a host's state and what happens to it. A host is one unit, since the calls within it are made
 * at once: a step of the search is two or three look-ups.
 */
export class Space {
  readonly system: System;
  readonly #checks: readonly AnyCheck[];
  readonly #hosts: readonly Interner<readonly number[]>[];
  readonly #processesOf: readonly (readonly number[])[];
  readonly #pendings = new Interner<Pending>();
  readonly #hostOf: number[] = [];
  /** By pending: the host that sent it, else -1. */
  readonly #senderOf: number[] = [];
  /** By pending: the timer that it is, else -1. */
  readonly #timerOf: number[] = [];
  readonly #timers = new Map<string, number>();
  /** By host, state and pending: what it does. */
  readonly #moves: readonly (Move | undefined)[][][];
  readonly #told = new Interner<readonly TraceEvent[]>();
  readonly #judging = new Interner<readonly unknown[]>();
  /** By the checks' state and what they are told. */
  readonly #judged: (Judged | undefined)[][] = [];
  readonly #repeats: boolean;

  /** `repeats`: whether one write can reach the storage twice, which a check may have to remember. */
  constructor(system: System, checks: readonly AnyCheck[], repeats: boolean) {
    this.system = system;
    this.#checks = checks;
    this.#repeats = repeats;
    this.#told.number([]);
    this.#hosts = system.hosts.map(() => new Interner());
    this.#moves = system.hosts.map(() => []);
    this.#processesOf = system.hosts.map((_, host) =>
      system.specs.flatMap((_spec, process) => (system.hostOf[process] === host ? [process] : [])),
    );
  }

  /** How many machine states, pendings and reactions the tables hold. */
  get size(): {
    readonly hostStates: number;
    readonly pendings: number;
    readonly moves: number;
    readonly judgements: number;
  } {
    return {
      hostStates: this.#hosts.reduce((sum, { size }) => sum + size, 0),
      pendings: this.#pendings.size,
      moves: this.#moves.flat(2).filter(Boolean).length,
      judgements: this.#judging.size,
    };
  }

  pending(number: number): Pending {
    return this.#pendings.value(number);
  }

  /** The number of a pending. */
  numbered(pending: Pending): number {
    const number = this.#pendings.number(pending, identity(pending));
    if (number === this.#hostOf.length) {
      const { hostOf } = this.system;
      this.#hostOf.push(
        pending.kind === 'blow' ? pending.host : pending.kind === 'twice' ? -1 : (hostOf[pending.process] as number),
      );
      this.#senderOf.push(pending.kind === 'message' ? (hostOf[pending.from] as number) : -1);
      this.#timerOf.push(pending.kind === 'timer' ? this.#timer(pending.process, pending.id) : -1);
    }
    return number;
  }

  hostOf(pending: number): number {
    return this.#hostOf[pending] as number;
  }

  /** The host that sent a message; -1 for what is none. */
  senderOf(pending: number): number {
    return this.#senderOf[pending] as number;
  }

  timerOf(pending: number): number {
    return this.#timerOf[pending] as number;
  }

  #timer(process: number, id: string): number {
    const key = `${process} ${id}`;
    const known = this.#timers.get(key);
    if (known !== undefined) return known;
    this.#timers.set(key, this.#timers.size);
    return this.#timers.size - 1;
  }

  /** The state in which every process has just started, with what the document allows to happen besides. */
  initial(extra: readonly Pending[]): {
    readonly judged: Judged;
    readonly hosts: readonly number[];
    readonly pendings: readonly number[];
  } {
    const { world, emissions } = begin(this.system);
    const hosts = this.#processesOf.map((processes, host) =>
      (this.#hosts[host] as Interner<readonly number[]>).number(
        processes.map((process) => world.states[process] as number),
      ),
    );
    const pendings = [
      ...world.messages.map(({ from, to, event }) => this.numbered({ kind: 'message', from, process: to, event })),
      ...world.timers.map((timer) => this.numbered({ kind: 'timer', ...timer })),
      ...extra.map((each) => this.numbered(each)),
    ];
    const start = this.#judging.number(
      this.#checks.map(({ initial }) => initial),
      '',
    );
    return { judged: this.judge(start, this.#tell(emissions)), hosts, pendings };
  }

  /** What the host of that pending, in that state, does when it comes to it. */
  move(state: number, pending: number): Move {
    const host = this.#hostOf[pending] as number;
    const moves = this.#moves[host] as (Move | undefined)[][];
    moves[state] ??= [];
    const known = moves[state][pending];
    if (known) return known;
    const move = this.#moved(host, state, pending);
    moves[state][pending] = move;
    return move;
  }

  #moved(host: number, state: number, number: number): Move {
    const pending = this.pending(number);
    const processes = this.#processesOf[host] as readonly number[];
    const states = [...(this.#hosts[host] as Interner<readonly number[]>).value(state)];
    const calls =
      pending.kind === 'blow'
        ? processes.map((process) => ({ process, event: pending.event }))
        : pending.kind === 'twice'
          ? []
          : [{ process: pending.process, event: pending.event }];
    const sends: number[] = [];
    const arms = new Map<number, number>();
    const ends = new Set<number>();
    const emitted: Emission[] = [];
    // as World's step does it: calls within the host are made at once, in order
    for (let next = 0; next < calls.length; next++) {
      if (next > MOST_CALLS) throw new Error('processes of one host call each other without end');
      const { process, event } = calls[next] as { process: number; event: number };
      const at = processes.indexOf(process);
      const reaction = (this.system.behaviours[process] as Behaviour).react(states[at] as number, event);
      states[at] = reaction.state;
      for (const effect of reaction.effects)
        this.#carryOut(host, process, effect, { calls, sends, arms, ends, emitted });
    }
    return {
      next: (this.#hosts[host] as Interner<readonly number[]>).number(states),
      sends,
      arms: [...arms.values()],
      ends: [...ends],
      told: this.#tell([...this.#blowTold(pending, host), ...emitted]),
    };
  }

  #blowTold(pending: Pending, host: number): Emission[] {
    // a check may listen to a crash or a restart; the rest of the fault is in the notes
    if (pending.kind !== 'blow') return [];
    const process = (this.#processesOf[host] as readonly number[])[0] as number;
    return [{ kind: 'note', process, note: BLOW, data: contentOf(pending.event).data }];
  }

  #carryOut(
    host: number,
    process: number,
    effect: Effect,
    into: {
      calls: { process: number; event: number }[];
      sends: number[];
      arms: Map<number, number>;
      ends: Set<number>;
      emitted: Emission[];
    },
  ): void {
    switch (effect.kind) {
      case 'send': {
        const to = this.system.processNamed.get(effect.to);
        if (to === undefined)
          throw new Error(`${this.system.specs[process]?.name} sends to "${effect.to}", and there is none`);
        if (this.system.hostOf[to] === host) into.calls.push({ process: to, event: effect.event });
        else into.sends.push(this.numbered({ kind: 'message', from: process, process: to, event: effect.event }));
        break;
      }
      case 'arm': {
        const timer = this.#timer(process, effect.id);
        into.ends.add(timer);
        into.arms.delete(timer);
        const { id, event, delay } = effect;
        if (Number.isFinite(delay)) into.arms.set(timer, this.numbered({ kind: 'timer', process, id, event, delay }));
        break;
      }
      case 'cancel': {
        const timer = this.#timer(process, effect.id);
        into.ends.add(timer);
        into.arms.delete(timer);
        break;
      }
      case 'note':
        into.emitted.push({ kind: 'note', process, note: effect.note, data: effect.data });
        break;
    }
  }

  /** What the checks listen to, of what was noted; events without ids and times, since no check's state holds any. */
  #tell(emissions: readonly Emission[]): number {
    const events = emissions.flatMap((emission): TraceEvent[] => {
      if (emission.kind !== 'note') return [];
      const { note, data } = emission;
      const process = this.system.hosts[this.system.hostOf[emission.process] as number] as string;
      const told: TraceEvent =
        note === BLOW
          ? { kind: 'crash', id: 0, t: 0, process, fault: 0, data, cause: null }
          : ({ kind: 'note', id: 0, t: 0, process, note, data, cause: null } as NoteEvent);
      const listens = this.#checks.some(({ on }) => on.some((kind) => kind === (note === BLOW ? 'crash' : note)));
      return listens ? [told] : [];
    });
    return this.#told.number(events);
  }

  /** The checks' state after they were shown what a move told. */
  judge(state: number, told: number): Judged {
    this.#judged[state] ??= [];
    const known = this.#judged[state][told];
    if (known) return known;
    const events = this.#told.value(told);
    let hit = false;
    const before = this.#judging.value(state);
    const after = this.#checks.map(({ fold, on }, n) => {
      const hits: Hit[] = [];
      let at = before[n];
      for (const event of events) {
        if (on.some((kind) => kind === (event.kind === 'note' ? event.note : event.kind))) at = fold(at, event, hits);
      }
      hit ||= hits.length > 0;
      return at;
    });
    const essence = canonical(after.map((at, n) => this.#checks[n]?.essence?.(at, this.#repeats) ?? at));
    const judged = { next: this.#judging.number(after, essence), hit };
    this.#judged[state][told] = judged;
    return judged;
  }
}

const BLOW = 'blow';
const MOST_CALLS = 1000;
/** A timer's delay is part of it: what is armed with another delay is another. */
function identity(pending: Pending): string {
  switch (pending.kind) {
    case 'message':
      return `m${pending.from} ${pending.process} ${pending.event}`;
    case 'timer':
      return `t${pending.process} ${pending.event} ${pending.delay} ${pending.id}`;
    case 'blow':
      return `b${pending.fault}`;
    case 'twice':
      return 'x';
  }
}
