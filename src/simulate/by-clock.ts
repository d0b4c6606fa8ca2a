import { copyOf, messageId, pointId } from '../kernel/address.ts';
import type { MachineEvent } from '../kernel/behaviour.ts';
import { Clocks } from '../kernel/clock.ts';
import { draw } from '../kernel/random.ts';
import type { DropEvent, End, FaultEvent, TraceEvent } from '../kernel/trace.ts';
import {
  begin,
  type Choice,
  contentOf,
  type Emission,
  type Message,
  type Outcome,
  type System,
  step,
  type Timer,
  timerName,
  type World,
} from '../kernel/world.ts';
import type { Fault, Scenario } from '../scenario/schema.ts';
import { type FaultPlan, planFaults, type Timed } from './faults.ts';
import { Links } from './links.ts';

/** Something that will happen, and when. */
interface Pending {
  readonly host: number;
  readonly process: number;
  /** True time in ms. Past, where a paused host has not come to it yet. */
  when: number;
  /**
   * What comes first on one host at one time: the processor's own next step (on resuming, it goes on with the instruction
   * that it was about to run), then due timers (a lease is judged when a command runs [redis-server-paused]), then the inbox.
   */
  readonly rank: 0 | 1 | 2;
  readonly seq: number;
  readonly what:
    | {
        readonly kind: 'timer';
        readonly timer: Timer;
        readonly name: string;
        readonly due: number;
        readonly cause: number;
      }
    | {
        readonly kind: 'message';
        readonly message: Message;
        readonly id: string;
        readonly cause: number;
        readonly held: number;
        readonly lost: boolean;
      };
}

/** A fault's end, still to come. */
interface Ending {
  readonly t: number;
  readonly seq: number;
  readonly cause: number;
  readonly run: (cause: number) => void;
}

interface Host {
  readonly name: string;
  readonly clocks: Clocks;
  pauses: number;
  down: boolean;
  /** Names of timers that wait although the host goes on, and how many faults make them. */
  readonly stalled: Map<string, number>;
}

/** The scheduler that always picks the earliest choice, with the document's network and faults. */
export class ByClock {
  readonly #system: System;
  readonly #scenario: Scenario;
  readonly #plan: FaultPlan;
  readonly #hosts: readonly Host[];
  #world: World;
  #now = 0;
  #seq = 0;
  #pending: Pending[] = [];
  #endings: Ending[] = [];
  #nextFault = 0;
  readonly #events: TraceEvent[] = [];
  readonly #worlds: World[] = [];
  readonly #met = new Set<number>();
  readonly #links: Links;
  readonly #points = new Map<string, number>();
  readonly #armed = new Map<string, number>();
  /** Program points that were reached in the present step, with the event that says so. */
  #reached: { readonly timed: Timed; readonly cause: number }[] = [];

  constructor(system: System, scenario: Scenario) {
    this.#system = system;
    this.#scenario = scenario;
    this.#plan = planFaults(scenario.faults);
    this.#links = new Links(scenario.network.latency);
    this.#hosts = system.hosts.map((name) => ({
      name,
      clocks: new Clocks(),
      pauses: 0,
      down: false,
      stalled: new Map(),
    }));
    this.#world = { states: [], messages: [], timers: [] };
  }

  run(): { events: readonly TraceEvent[]; worlds: readonly World[]; end: End; inert: readonly number[] } {
    const started = begin(this.#system);
    this.#world = started.world;
    const causes = this.#hosts.map((host) => this.#log({ kind: 'start', process: host.name, cause: null }));
    this.#follow(started, (process) => causes[this.#system.hostOf[process] as number] as number);
    const end = this.#loop();
    const inert = this.#scenario.faults.flatMap((_, index) => (this.#met.has(index) ? [] : [index]));
    return { events: this.#events, worlds: this.#worlds, end, inert };
  }

  #loop(): End {
    const { time, events } = this.#scenario.limits;
    for (;;) {
      const fault = this.#nextFaultTime();
      const next = this.#earliest();
      const t = Math.min(fault, next ? Math.max(next.when, this.#now) : Number.POSITIVE_INFINITY);
      // what is left of a fault changes nothing when nothing else can happen
      if (!next && (fault === Number.POSITIVE_INFINITY || !this.#somethingWaits())) {
        return { reason: 'quiet', t: this.#now, text: 'nothing more can happen' };
      }
      if (t > time) return { reason: 'time', t: time, text: `stopped at ${time / 1000} s` };
      if (this.#events.length >= events) {
        return { reason: 'events', t: this.#now, text: `stopped after ${events.toLocaleString('en')} events` };
      }
      this.#now = t;
      if (fault <= t) this.#applyFault();
      else if (next) this.#happen(next);
    }
  }

  /** Whether anything is held back that the end of a fault would let go, or a fault to come would bring about. */
  #somethingWaits(): boolean {
    return this.#pending.length > 0 || this.#nextFault < this.#plan.atTimes.length || this.#endings.length > 0;
  }

  #nextFaultTime(): number {
    const begins = this.#plan.atTimes[this.#nextFault]?.t ?? Number.POSITIVE_INFINITY;
    const ends = this.#endings[0]?.t ?? Number.POSITIVE_INFINITY;
    return Math.max(this.#now, Math.min(begins, ends));
  }

  #applyFault(): void {
    const ending = this.#endings[0];
    if (ending && ending.t <= this.#now) {
      this.#endings.shift();
      ending.run(ending.cause);
      return;
    }
    const timed = this.#plan.atTimes[this.#nextFault++];
    if (timed) this.#strike(timed, null);
  }

  /** The earliest thing that a host is free to do. Ties: the host's and process's order, then rank, then what was due first. */
  #earliest(): Pending | undefined {
    let best: Pending | undefined;
    for (const pending of this.#pending) {
      if (pending.when === Number.POSITIVE_INFINITY || this.#waits(pending)) continue;
      if (!best || this.#before(pending, best)) best = pending;
    }
    return best;
  }

  #before(a: Pending, b: Pending): boolean {
    const ta = Math.max(a.when, this.#now);
    const tb = Math.max(b.when, this.#now);
    if (ta !== tb) return ta < tb;
    if (a.host !== b.host) return a.host < b.host;
    if (a.rank !== b.rank) return a.rank < b.rank;
    if (a.when !== b.when) return a.when < b.when;
    return a.seq < b.seq;
  }

  #waits({ host, what }: Pending): boolean {
    const { down, pauses, stalled } = this.#hosts[host] as Host;
    // a message to a dead host arrives, and is lost; all else waits for the restart
    if (down) return what.kind === 'timer';
    if (what.kind === 'message' && what.lost) return false;
    return pauses > 0 || (what.kind === 'timer' && stalled.has(what.name));
  }

  #happen(pending: Pending): void {
    this.#pending.splice(this.#pending.indexOf(pending), 1);
    const host = this.#hosts[pending.host] as Host;
    const { what } = pending;
    if (what.kind === 'timer') {
      const event = this.#log({ kind: 'timer', process: host.name, timer: what.name, cause: what.cause });
      const { timer, name } = what;
      const spec = this.#system.specs[pending.process];
      if (spec?.reads?.includes(name)) {
        const reading = Math.floor(host.clocks.get(spec.clocks?.[name] ?? 'monotonic').read(this.#now));
        this.#do({ kind: 'fire', timer, reading }, event);
      } else this.#do({ kind: 'fire', timer }, event);
      return;
    }
    const { message, id, cause, held } = what;
    const from = this.#hosts[this.#system.hostOf[message.from] as number] as Host;
    const why = what.lost ? 'fault' : host.down ? 'down' : this.#links.isCut(from.name, host.name) ? 'partition' : null;
    const { type, data } = contentOf(message.event);
    if (why) {
      this.#drop(message, { message: id, from: from.name, process: host.name, type, why, cause });
      return;
    }
    const arrived = Math.min(pending.when, this.#now);
    const event = this.#log({
      kind: 'deliver',
      process: host.name,
      message: id,
      from: from.name,
      type,
      data,
      arrived,
      held,
      cause,
    });
    this.#do({ kind: 'deliver', message }, event);
  }

  #drop(message: Message, event: Omit<DropEvent, 'id' | 't' | 'kind'>): void {
    this.#world = step(this.#system, this.#world, { kind: 'drop', message }).world;
    this.#log({ kind: 'drop', ...event });
  }

  #do(choice: Choice, cause: number): void {
    const outcome = step(this.#system, this.#world, choice);
    this.#world = outcome.world;
    this.#worlds[cause] = outcome.world;
    this.#follow(outcome, () => cause);
  }

  #follow({ emissions }: Outcome, causeOf: (process: number) => number): void {
    for (const emission of emissions) this.#take(emission, causeOf);
    const reached = this.#reached;
    this.#reached = [];
    for (const { timed, cause } of reached) this.#strike(timed, cause);
  }

  #take(emission: Emission, causeOf: (process: number) => number): void {
    switch (emission.kind) {
      case 'send':
        this.#send(emission.message, causeOf(emission.message.from));
        break;
      case 'arm':
        this.#arm(emission.timer, causeOf(emission.timer.process));
        break;
      case 'cancel':
        this.#pending = this.#pending.filter(({ what }) => what.kind !== 'timer' || what.timer !== emission.timer);
        break;
      case 'note': {
        const host = this.#hosts[this.#system.hostOf[emission.process] as number] as Host;
        const { note, data, process } = emission;
        const event = this.#log({ kind: 'note', process: host.name, note, data, cause: causeOf(process) });
        if (note === 'point') this.#reach(host.name, data['point'] as string, event);
        break;
      }
    }
  }

  #reach(host: string, point: string, cause: number): void {
    const nth = count(this.#points, `${host} ${point}`);
    for (const timed of this.#plan.atPoints.get(pointId(host, point, nth)) ?? []) this.#reached.push({ timed, cause });
  }

  #send(message: Message, cause: number): void {
    const { hostOf } = this.#system;
    const from = this.#hosts[hostOf[message.from] as number] as Host;
    const host = hostOf[message.to] as number;
    const to = this.#hosts[host] as Host;
    const id = messageId(from.name, to.name, this.#links.count(from.name, to.name));
    const { type, data } = contentOf(message.event);
    const sent = this.#log({ kind: 'send', process: from.name, message: id, to: to.name, type, data, cause });
    for (const index of this.#plan.onMessage.get(id) ?? []) this.#met.add(index);

    const held = this.#plan.delays.get(id) ?? 0;
    const { seed, network } = this.#scenario;
    const due = this.#now + this.#links.latency(from.name, to.name) + draw(seed, id, network.jitter);
    // what a fault holds up is overtaken by what comes after it
    const arrival = held > 0 ? due : this.#links.queue(from.name, to.name, due);
    const lost = this.#plan.drops.has(id);
    if (this.#links.isCut(from.name, to.name) && !lost) {
      this.#drop(message, { message: id, from: from.name, process: to.name, type, why: 'partition', cause: sent });
      return;
    }
    this.#expect(message, { id, when: arrival + held, cause: sent, held, lost });

    const after = this.#plan.duplicates.get(id);
    if (after === undefined) return;
    const copied = step(this.#system, this.#world, { kind: 'duplicate', message });
    this.#world = copied.world;
    const copy = copied.emissions[0] as Extract<Emission, { kind: 'send' }>;
    const event = this.#log({ kind: 'duplicate', process: from.name, message: id, copy: copyOf(id), cause: sent });
    this.#expect(copy.message, { id: copyOf(id), when: arrival + held + after, cause: event, held: 0, lost: false });
  }

  #expect(
    message: Message,
    { id, when, cause, held, lost }: { id: string; when: number; cause: number; held: number; lost: boolean },
  ): void {
    const host = this.#system.hostOf[message.to] as number;
    const what = { kind: 'message', message, id, cause, held, lost } as const;
    this.#pending.push({ host, process: message.to, when, rank: 2, seq: this.#seq++, what });
  }

  #arm(timer: Timer, cause: number): void {
    const host = this.#system.hostOf[timer.process] as number;
    const spec = this.#system.specs[timer.process];
    const name = timerName(timer.id);
    const clockName = spec?.clocks?.[name] ?? 'monotonic';
    const clock = (this.#hosts[host] as Host).clocks.get(clockName);
    const most = spec?.jitter?.[name] ?? 0;
    const nth = most > 0 ? count(this.#armed, `${spec?.name} ${name}`) : 0;
    const due = clock.read(this.#now) + timer.delay + draw(this.#scenario.seed, `${spec?.name} ${name}·${nth}`, most);
    this.#pending.push({
      host,
      process: timer.process,
      when: clock.when(due),
      rank: clockName === 'cpu' ? 0 : 1,
      seq: this.#seq++,
      what: { kind: 'timer', timer, name, due, cause },
    });
  }

  /** After a host's clocks were touched: when its timers are due now. */
  #reckon(host: number): void {
    const { clocks } = this.#hosts[host] as Host;
    for (const pending of this.#pending) {
      if (pending.host !== host || pending.what.kind !== 'timer') continue;
      const name = this.#system.specs[pending.process]?.clocks?.[pending.what.name] ?? 'monotonic';
      pending.when = clocks.get(name).when(pending.what.due);
    }
  }

  // faults

  #strike({ index, fault }: Timed, cause: number | null): void {
    switch (fault.kind) {
      case 'pause':
        if (fault.part) this.#stall(index, fault.process, fault.part, fault.for, cause);
        else this.#pause(index, fault.process, fault.for, cause);
        break;
      case 'crash':
        this.#crash(index, fault.process, fault.for, false, cause);
        break;
      case 'restart':
        this.#crash(index, fault.process, fault.for, true, cause);
        break;
      case 'jump':
        this.#withHost(index, fault.process, (host, position) => {
          this.#logFault('jump', index, host.name, { by: fault.by }, cause);
          host.clocks.get('wall').jump(fault.by);
          this.#reckon(position);
        });
        break;
      case 'rate':
        this.#withHost(index, fault.process, (host, position) => {
          this.#logFault('rate', index, host.name, { rate: fault.rate }, cause);
          host.clocks.drift(this.#now, fault.rate);
          this.#reckon(position);
        });
        break;
      case 'command':
        this.#command(index, fault, cause);
        break;
      case 'partition':
        this.#cut(index, fault);
        break;
      case 'latency':
        this.#slow(index, fault);
        break;
    }
  }

  #withHost(index: number, name: string, then: (host: Host, position: number) => void): void {
    const position = this.#hosts.findIndex((host) => host.name === name);
    if (position < 0) return;
    this.#met.add(index);
    then(this.#hosts[position] as Host, position);
  }

  #pause(index: number, name: string, length: number, cause: number | null): void {
    this.#withHost(index, name, (host, position) => {
      if (host.down) return;
      const event = this.#logFault('pause', index, name, { for: length }, cause);
      host.pauses++;
      host.clocks.stop(this.#now);
      this.#reckon(position);
      this.#later(length, event, (begun) => {
        if (host.pauses === 0) return; // it died meanwhile
        this.#logFault('resume', index, name, { for: length }, begun);
        host.pauses--;
        if (host.pauses > 0) return;
        host.clocks.go(this.#now);
        this.#reckon(position);
      });
    });
  }

  #stall(index: number, name: string, timer: string, length: number, cause: number | null): void {
    this.#withHost(index, name, (host) => {
      const event = this.#logFault('pause', index, name, { for: length, part: timer }, cause);
      host.stalled.set(timer, (host.stalled.get(timer) ?? 0) + 1);
      this.#later(length, event, (begun) => {
        this.#logFault('resume', index, name, { for: length, part: timer }, begun);
        const left = (host.stalled.get(timer) ?? 1) - 1;
        if (left > 0) host.stalled.set(timer, left);
        else host.stalled.delete(timer);
      });
    });
  }

  /** What was in its inbox is lost; its timers wait, and the machines decide at the restart which of them still count. */
  #crash(index: number, name: string, length: number | null, graceful: boolean, cause: number | null): void {
    this.#withHost(index, name, (host, position) => {
      if (host.down) return;
      const event = this.#logFault('crash', index, name, { for: length, graceful }, cause);
      host.down = true;
      host.pauses = 0;
      host.clocks.stop(this.#now);
      this.#reckon(position);
      if (length === null) return;
      this.#later(length, event, (begun) => {
        const restarted = this.#logFault('restart', index, name, { for: length, graceful }, begun);
        host.down = false;
        host.clocks.go(this.#now);
        this.#reckon(position);
        this.#tell(position, { type: 'restart', graceful }, restarted);
      });
    });
  }

  /** Who is down or frozen hears nothing. */
  #command(index: number, { process, command }: Extract<Fault, { kind: 'command' }>, cause: number | null): void {
    this.#withHost(index, process, (host, position) => {
      if (host.down || host.pauses > 0) return;
      this.#tell(position, { type: command }, this.#logFault('command', index, process, { command }, cause));
    });
  }

  #tell(host: number, event: MachineEvent, cause: number): void {
    for (const [process, at] of this.#system.hostOf.entries()) {
      if (at === host) this.#do({ kind: 'tell', process, event }, cause);
    }
  }

  #cut(index: number, { sides, oneWay, for: length }: Extract<Fault, { kind: 'partition' }>): void {
    const name = sides[0][0] ?? '';
    this.#withHost(index, name, () => {
      const data = { for: length, sides, oneWay };
      const event = this.#logFault('cut', index, name, data, null);
      const heal = this.#links.cut(sides, oneWay);
      this.#later(length, event, (begun) => {
        this.#logFault('heal', index, name, data, begun);
        heal();
      });
    });
  }

  #slow(index: number, { sides, latency, for: length }: Extract<Fault, { kind: 'latency' }>): void {
    const name = sides[0][0] ?? '';
    this.#withHost(index, name, () => {
      const data = { for: length, sides, latency };
      const event = this.#logFault('slow', index, name, data, null);
      const mend = this.#links.slow(sides, latency, index);
      this.#later(length, event, (begun) => {
        this.#logFault('unslow', index, name, data, begun);
        mend();
      });
    });
  }

  #later(length: number, cause: number, run: (cause: number) => void): void {
    this.#endings.push({ t: this.#now + length, seq: this.#seq++, cause, run });
    this.#endings.sort((a, b) => a.t - b.t || a.seq - b.seq);
  }

  // the trace

  #logFault(
    kind: FaultEvent['kind'],
    fault: number,
    process: string,
    data: FaultEvent['data'],
    cause: number | null,
  ): number {
    return this.#log({ kind, process, fault, data, cause });
  }

  #log(event: Unlogged<TraceEvent>): number {
    const id = this.#events.length;
    this.#events.push({ id, t: this.#now, ...event } as TraceEvent);
    this.#worlds.push(this.#world);
    return id;
  }
}

/** An event before it has its place in the trace. */
type Unlogged<Event> = Event extends TraceEvent ? Omit<Event, 'id' | 't'> : never;

/** Counts up under a name, from 1. */
function count(counters: Map<string, number>, name: string): number {
  const nth = (counters.get(name) ?? 0) + 1;
  counters.set(name, nth);
  return nth;
}
