import { type Behaviour, behaviourOf, type Effect, eventNumber, eventOf, type MachineEvent } from './behaviour.ts';
import type { ProcessSpec } from './process.ts';
import type { Payload } from './trace.ts';

/** The processes of a world, which do not change while it runs. A process or a host is named by its position. */
export interface System {
  readonly specs: readonly ProcessSpec[];
  readonly behaviours: readonly Behaviour[];
  readonly hosts: readonly string[];
  /** By process: its host. */
  readonly hostOf: readonly number[];
  readonly processNamed: ReadonlyMap<string, number>;
}

/** A message in flight. Two that look alike are still two: a message is known by the object. */
export interface Message {
  readonly from: number;
  readonly to: number;
  readonly event: number;
}

/** A pending timer. `id` is unique within its process; arming it again replaces it. */
export interface Timer {
  readonly process: number;
  readonly id: string;
  readonly event: number;
  /** In ms of its clock, from when it was armed. */
  readonly delay: number;
}

/** All there is at one moment, times apart: who stands in which state, what is in flight, what is pending. Immutable. */
export interface World {
  /** By process: the number of its state in its behaviour's table. */
  readonly states: readonly number[];
  readonly messages: readonly Message[];
  readonly timers: readonly Timer[];
}

/** What can happen next. `tell` is something from outside that a process has to take note of, such as its restart. */
export type Choice =
  | { readonly kind: 'deliver'; readonly message: Message }
  | { readonly kind: 'drop'; readonly message: Message }
  | { readonly kind: 'duplicate'; readonly message: Message }
  /** `reading`: what its clock shows, where the process reads it. */
  | { readonly kind: 'fire'; readonly timer: Timer; readonly reading?: number }
  | { readonly kind: 'tell'; readonly process: number; readonly event: MachineEvent };

/** What a step brought about, in order. */
export type Emission =
  | { readonly kind: 'send'; readonly message: Message }
  | { readonly kind: 'arm'; readonly timer: Timer }
  | { readonly kind: 'cancel'; readonly timer: Timer }
  | { readonly kind: 'note'; readonly process: number; readonly note: string; readonly data: Payload };

export interface Outcome {
  readonly world: World;
  readonly emissions: readonly Emission[];
}

/** Throws where two processes share a name. */
export function createSystem(specs: readonly ProcessSpec[]): System {
  const hosts = [...new Set(specs.map((spec) => spec.host))];
  const processNamed = new Map(specs.map((spec, index) => [spec.name, index]));
  if (processNamed.size < specs.length) throw new Error('two processes share a name');
  return {
    specs,
    behaviours: specs.map((spec) => behaviourOf(spec.machine, spec.name)),
    hosts,
    hostOf: specs.map((spec) => hosts.indexOf(spec.host)),
    processNamed,
  };
}

/** The world in which every process has just started, and what they did on starting. */
export function begin(system: System): Outcome {
  const draft = new Draft(system, { states: system.specs.map(() => -1), messages: [], timers: [] });
  const reactions = system.specs.map((spec, process) => (system.behaviours[process] as Behaviour).initial(spec.input));
  for (const [process, reaction] of reactions.entries()) draft.states[process] = reaction.state;
  for (const [process, reaction] of reactions.entries()) draft.carryOut(process, reaction.effects);
  draft.settle();
  return draft.outcome();
}

/** Every choice that the network and the timers offer in this world; a scheduler adds the faults that it allows. */
export function choices(world: World): Choice[] {
  return [
    ...world.messages.map((message): Choice => ({ kind: 'deliver', message })),
    ...world.timers.map((timer): Choice => ({ kind: 'fire', timer })),
  ];
}

/** The next world. Pure. */
export function step(system: System, world: World, choice: Choice): Outcome {
  const draft = new Draft(system, world);
  switch (choice.kind) {
    case 'deliver':
      draft.remove(choice.message);
      draft.call(choice.message.to, choice.message.event);
      break;
    case 'drop':
      draft.remove(choice.message);
      break;
    case 'duplicate': {
      const copy = { ...choice.message };
      draft.messages.push(copy);
      draft.emissions.push({ kind: 'send', message: copy });
      break;
    }
    case 'fire':
      draft.expire(choice.timer);
      draft.call(choice.timer.process, withReading(choice.timer.event, choice.reading));
      break;
    case 'tell':
      draft.call(choice.process, eventNumber(choice.event));
      break;
  }
  draft.settle();
  return draft.outcome();
}

const withReading = (event: number, reading: number | undefined) =>
  reading === undefined ? event : eventNumber({ ...eventOf(event), reading });

/** A world in the making. Calls between processes of one host are made at once and cannot be lost, as within a program. */
class Draft {
  readonly states: number[];
  readonly messages: Message[];
  readonly timers: Timer[];
  readonly emissions: Emission[] = [];
  readonly #system: System;
  readonly #calls: { process: number; event: number }[] = [];

  constructor(system: System, world: World) {
    this.#system = system;
    this.states = [...world.states];
    this.messages = [...world.messages];
    this.timers = [...world.timers];
  }

  remove(message: Message): void {
    const at = this.messages.indexOf(message);
    if (at < 0) throw new Error('that message is not in flight');
    this.messages.splice(at, 1);
  }

  expire(timer: Timer): void {
    const at = this.timers.indexOf(timer);
    if (at < 0) throw new Error('that timer is not pending');
    this.timers.splice(at, 1);
  }

  call(process: number, event: number): void {
    this.#calls.push({ process, event });
  }

  /** Makes the calls, and those that they lead to, until none is left. */
  settle(): void {
    for (let next = 0; next < this.#calls.length; next++) {
      if (next > MOST_CALLS) throw new Error('processes of one host call each other without end');
      const { process, event } = this.#calls[next] as { process: number; event: number };
      const reaction = (this.#system.behaviours[process] as Behaviour).react(this.states[process] as number, event);
      this.states[process] = reaction.state;
      this.carryOut(process, reaction.effects);
    }
  }

  carryOut(process: number, effects: readonly Effect[]): void {
    const { hostOf, processNamed, specs } = this.#system;
    for (const effect of effects) {
      switch (effect.kind) {
        case 'send': {
          const to = processNamed.get(effect.to);
          if (to === undefined) throw new Error(`${specs[process]?.name} sends to "${effect.to}", and there is none`);
          if (hostOf[to] === hostOf[process]) {
            this.call(to, effect.event);
            break;
          }
          const message: Message = { from: process, to, event: effect.event };
          this.messages.push(message);
          this.emissions.push({ kind: 'send', message });
          break;
        }
        case 'arm': {
          this.#disarm(process, effect.id);
          if (!Number.isFinite(effect.delay)) break; // a delay without end is no timer
          const timer: Timer = { process, id: effect.id, event: effect.event, delay: effect.delay };
          this.timers.push(timer);
          this.emissions.push({ kind: 'arm', timer });
          break;
        }
        case 'cancel':
          this.#disarm(process, effect.id);
          break;
        case 'note':
          this.emissions.push({ kind: 'note', process, note: effect.note, data: effect.data });
          break;
      }
    }
  }

  #disarm(process: number, id: string): void {
    const at = this.timers.findIndex((timer) => timer.process === process && timer.id === id);
    if (at < 0) return;
    const [timer] = this.timers.splice(at, 1);
    this.emissions.push({ kind: 'cancel', timer: timer as Timer });
  }

  outcome(): Outcome {
    return { world: { states: this.states, messages: this.messages, timers: this.timers }, emissions: this.emissions };
  }
}

const MOST_CALLS = 1000;

/** The name of a timer: the delay's name for `after`, and what stands before a colon for a raised one. */
export function timerName(id: string): string {
  const after = /^xstate\.after\.([^.]+)\./.exec(id);
  return after ? (after[1] as string) : (id.split(':')[0] as string);
}

/** The type and the payload of an event, without who sent it. */
export function contentOf(event: number): { type: string; data: Payload } {
  let content = contents[event];
  if (!content) {
    const { type, from: _from, ...data } = eventOf(event);
    content = { type, data };
    contents[event] = content;
  }
  return content;
}
const contents: { type: string; data: Payload }[] = [];

/** A process's state as XState has it: its value and its context. */
export function snapshotOf(system: System, world: World, process: number) {
  return (system.behaviours[process] as Behaviour).snapshot(world.states[process] as number);
}
