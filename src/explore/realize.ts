import { copyOf, messageId, pointId } from '../kernel/address.ts';
import {
  begin,
  createSystem,
  type Message,
  type Outcome,
  type System,
  step,
  type Timer,
  timerName,
  type World,
} from '../kernel/world.ts';
import type { Fault, Scenario } from '../scenario/schema.ts';
import { processesOf } from '../simulate/processes.ts';
import { simulate } from '../simulate/simulate.ts';
import { checks } from '../verdict/checks.ts';
import { judge } from '../verdict/judge.ts';
import type { Code } from '../verdict/types.ts';
import type { Step } from './stepper.ts';

/**
 * An order without times, made into an ordinary document: with the fewest pauses and delays that bring the same verdict about
 * under the clock. Every step gets the earliest time that the latencies and timers allow; a message that comes later than that is held
 * up, a timer that fires later is a pause of its host. What the document had of faults is left out, apart from the blows in the order.
 *
 * `scenario` is the bounded document that was searched (see `bounded`). Null where no such times were found.
 */
export function realize(scenario: Scenario, steps: readonly Step[], code: Code): Scenario | null {
  const system = createSystem(processesOf(scenario));
  for (const order of ['each host', 'all'] as const) {
    for (const gap of GAPS) {
      const made = new Timing(system, scenario, order, gap).follow(steps);
      if (shows(made, code)) return simplified(made, code);
    }
  }
  return null;
}

/** ms at least from one step to the next: none, and where the order of simultaneous things then is another, a little. */
const GAPS = [0, 1, 10, 200] as const;

const shows = (scenario: Scenario, code: Code): boolean => {
  const { events, end } = simulate(scenario);
  return judge(
    events,
    end,
    checks.filter((check) => check.code === code),
  ).findings.some((finding) => finding.code === code);
};

interface Flying {
  readonly message: Message;
  readonly id: string;
  /** When it arrives if nothing holds it up. */
  readonly arrival: number;
}

interface Armed {
  readonly timer: Timer;
  readonly due: number;
}

/** A late timer: `host` does not come to it from `from` to `to`. */
interface Late {
  readonly host: string;
  readonly timer: string;
  readonly from: number;
  readonly to: number;
  /** The program point at which it was started, if it was. */
  readonly point: string | null;
}

/** Gives the steps of an order their times. */
class Timing {
  readonly #system: System;
  readonly #scenario: Scenario;
  /** Whether a step waits only for those before it on its host, or for all. */
  readonly #order: 'each host' | 'all';
  readonly #gap: number;
  #world: World;
  /** The time of the present step. */
  #now = 0;
  #flying: Flying[] = [];
  #armed: Armed[] = [];
  readonly #sent = new Map<string, number>();
  readonly #arrived = new Map<string, number>();
  readonly #points = new Map<string, number>();
  readonly #faults: Fault[] = [];
  readonly #late: Late[] = [];
  readonly #starts = new Map<string, number>();
  /** By host: when it last took a step, and the program point that it reached with it. */
  readonly #moved = new Map<string, number>();
  readonly #reached = new Map<string, string | null>();
  /** Times at which each host took a step. */
  readonly #moves: { readonly host: string; readonly t: number }[] = [];

  constructor(system: System, scenario: Scenario, order: 'each host' | 'all', gap: number) {
    this.#system = system;
    this.#scenario = scenario;
    this.#order = order;
    this.#gap = gap;
    const begun = begin(system);
    this.#world = begun.world;
    this.#take(begun);
  }

  follow(steps: readonly Step[]): Scenario {
    for (const each of steps) this.#do(each);
    // the last step is what it is all for
    const end = this.#now + 1;
    // what was still to come in the order must not come before its end
    for (const armed of this.#armed) {
      const due = this.#due(armed);
      if (due <= end) this.#isLate(armed.timer, due, end + 1);
    }
    for (const { id, arrival } of this.#flying) {
      if (arrival <= end && !id.endsWith('′')) this.#faults.push({ kind: 'delay', message: id, by: end + 1 - arrival });
    }
    return {
      ...this.#scenario,
      clients: this.#scenario.clients.map((client) => ({
        ...client,
        start: this.#starts.get(client.name) ?? client.start,
      })),
      faults: [...this.#faults, ...this.#pauses()],
      narration: [],
    };
  }

  #do({ pending, again }: Step): void {
    switch (pending.kind) {
      case 'message': {
        const at = this.#flying.findIndex(
          ({ message: { from, to, event } }) =>
            from === pending.from && to === pending.process && event === pending.event,
        );
        const flying = this.#flying[at] as Flying;
        const t = Math.max(this.#free(flying.message.to), flying.arrival);
        this.#now = t;
        if (again) this.#copy(flying);
        this.#flying.splice(this.#flying.indexOf(flying), 1);
        this.#held(flying, t);
        this.#move(flying.message.to);
        this.#take(step(this.#system, this.#world, { kind: 'deliver', message: flying.message }));
        break;
      }
      case 'timer': {
        const armed = this.#armed.find(
          ({ timer: { process, id } }) => process === pending.process && id === pending.id,
        ) as Armed;
        const { timer } = armed;
        const free = this.#free(timer.process);
        const due = this.#due(armed);
        const t = Math.max(free, due);
        if (t > due) this.#isLate(timer, due, t);
        this.#now = t;
        this.#move(timer.process);
        this.#take(step(this.#system, this.#world, { kind: 'fire', timer }));
        break;
      }
      case 'blow': {
        const first = this.#system.hostOf.indexOf(pending.host);
        const host = this.#hostOf(first);
        const point = this.#reached.get(host) ?? null;
        // at the point that was just reached, or else after whatever else happened at that time
        this.#now = point === null ? this.#free(first) + 1 : (this.#moved.get(host) ?? 0);
        const fault = this.#scenario.faults[pending.fault] as Fault;
        this.#faults.push({ ...fault, at: point ?? this.#now, ...('for' in fault ? { for: 0 } : {}) } as Fault);
        for (const [process, at] of this.#system.hostOf.entries()) {
          if (at !== pending.host) continue;
          this.#move(process);
          const event = BLOWS(fault);
          this.#take(step(this.#system, this.#world, { kind: 'tell', process, event }));
        }
        break;
      }
      case 'twice':
        break;
    }
  }

  #held({ id, arrival }: Flying, t: number): void {
    if (t === arrival) return;
    const original = this.#faults.findIndex((fault) => fault.kind === 'duplicate' && copyOf(fault.message) === id);
    const fault = this.#faults[original];
    if (fault?.kind === 'duplicate') this.#faults[original] = { ...fault, after: fault.after + t - arrival };
    else this.#faults.push({ kind: 'delay', message: id, by: t - arrival });
  }

  #copy({ message, id }: Flying): void {
    const copied = step(this.#system, this.#world, { kind: 'duplicate', message });
    this.#world = copied.world;
    const copy = copied.emissions.find((each) => each.kind === 'send');
    if (copy?.kind !== 'send') return;
    this.#faults.push({ kind: 'duplicate', message: id, after: 0 });
    this.#flying.push({ message: copy.message, id: copyOf(id), arrival: this.#now });
  }

  /** When a timer fires if nothing holds it up. A client may begin whenever it suits; once it has, it begins as late after a crash. */
  #due({ timer, due }: Armed): number {
    if (timerName(timer.id) !== 'start') return due;
    const host = this.#hostOf(timer.process);
    const armed = due - timer.delay;
    if (!this.#starts.has(host)) this.#starts.set(host, Math.max(0, this.#free(timer.process) - armed));
    return armed + (this.#starts.get(host) as number);
  }

  #isLate(timer: Timer, from: number, to: number): void {
    const host = this.#hostOf(timer.process);
    const name = timerName(timer.id);
    const atOnce = this.#moved.get(host) === from;
    // nothing has happened on that host yet but that it started: then it starts later
    if (atOnce && this.#reached.get(host) === null && !this.#points.has(host)) {
      this.#starts.set(host, (this.#starts.get(host) ?? 0) + to - from);
      return;
    }
    this.#late.push({ host, timer: name, from, to, point: atOnce ? (this.#reached.get(host) ?? null) : null });
  }

  /** The late timers as pauses of their hosts, or where a host went on meanwhile, as a stall of that timer alone. */
  #pauses(): Fault[] {
    return this.#late.map(({ host, timer, from, to, point }): Fault => {
      const goesOn = this.#moves.some((move) => move.host === host && move.t > from && move.t < to);
      const at = point ?? from;
      const pause = { kind: 'pause', process: host, at, for: to - from } as const;
      return goesOn ? { ...pause, part: timer } : pause;
    });
  }

  #hostOf(process: number): string {
    return this.#system.hosts[this.#system.hostOf[process] as number] as string;
  }

  /** The earliest time of a process's next step, as far as the steps before it go. */
  #free(process: number): number {
    if (this.#order === 'all') return this.#now + this.#gap;
    const moved = this.#moved.get(this.#hostOf(process));
    return moved === undefined ? 0 : moved + this.#gap;
  }

  #move(process: number): void {
    const host = this.#hostOf(process);
    this.#moved.set(host, this.#now);
    this.#reached.set(host, null);
    this.#moves.push({ host, t: this.#now });
  }

  #take({ world, emissions }: Outcome): void {
    this.#world = world;
    for (const emission of emissions) {
      switch (emission.kind) {
        case 'send': {
          const { message } = emission;
          const [from, to] = [this.#hostOf(message.from), this.#hostOf(message.to)];
          const id = messageId(from, to, this.#count(this.#sent, `${from}→${to}`));
          const link = `${from}→${to}`;
          const arrival = Math.max(this.#now + this.#scenario.network.latency, this.#arrived.get(link) ?? 0);
          this.#arrived.set(link, arrival);
          this.#flying.push({ message, id, arrival });
          break;
        }
        case 'arm':
          this.#armed.push({ timer: emission.timer, due: this.#now + emission.timer.delay });
          break;
        case 'cancel':
          for (const { timer, due } of this.#armed) {
            // it was due, and must not have fired
            if (timer === emission.timer && due < this.#now) this.#isLate(timer, due, this.#now + 1);
          }
          this.#armed = this.#armed.filter(({ timer }) => timer !== emission.timer);
          break;
        case 'note': {
          if (emission.note !== 'point') break;
          const host = this.#hostOf(emission.process);
          const point = String(emission.data['point']);
          this.#points.set(host, 1);
          this.#reached.set(host, pointId(host, point, this.#count(this.#points, `${host} ${point}`)));
          break;
        }
      }
    }
    const pending = new Set(world.timers);
    this.#armed = this.#armed.filter(({ timer }) => pending.has(timer));
  }

  #count(counters: Map<string, number>, name: string): number {
    const nth = (counters.get(name) ?? 0) + 1;
    counters.set(name, nth);
    return nth;
  }
}

const BLOWS = (fault: Fault) =>
  fault.kind === 'command' ? { type: fault.command } : { type: 'restart', graceful: fault.kind === 'restart' };

/** The same verdict with fewer faults, and with rounder numbers. */
function simplified(scenario: Scenario, code: Code): Scenario {
  let best = scenario;
  const attempt = (next: Scenario): boolean => {
    if (!shows(next, code)) return false;
    best = next;
    return true;
  };
  for (let before = -1; before !== best.faults.length; ) {
    before = best.faults.length;
    for (let index = best.faults.length - 1; index >= 0; index--) {
      attempt({ ...best, faults: best.faults.filter((_, at) => at !== index) });
    }
  }
  for (const [index] of best.faults.entries()) {
    for (const [field, value] of spans(best.faults[index] as Fault)) {
      for (const unit of UNITS) {
        const rounder = Math.max(unit, Math.ceil(value / unit) * unit);
        const faults = best.faults.map((fault, at) =>
          at === index ? ({ ...fault, [field]: rounder } as Fault) : fault,
        );
        if (rounder === value || attempt({ ...best, faults })) break;
      }
    }
  }
  for (const [index, client] of best.clients.entries()) {
    for (const unit of UNITS) {
      const start = Math.round(client.start / unit) * unit;
      const clients = best.clients.map((each, at) => (at === index ? { ...each, start } : each));
      if (start === client.start || attempt({ ...best, clients })) break;
    }
  }
  return best;
}

/** To what numbers are rounded, in ms, the coarsest first. */
const UNITS = [5000, 1000, 500, 100] as const;

/** A fault's lengths. */
const spans = (fault: Fault): [field: string, value: number][] =>
  Object.entries(fault).filter(
    (entry): entry is [string, number] => ['for', 'by', 'after'].includes(entry[0]) && typeof entry[1] === 'number',
  );
