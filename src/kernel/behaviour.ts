import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import { canonical, Interner } from './intern.ts';
import type { Payload } from './trace.ts';

/** An event as machines see it. */
export interface MachineEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** All events of all processes, by number. Shared by every run in this tab, since an event means the same in each. */
const events = new Interner<MachineEvent>();

export const eventNumber = (event: MachineEvent): number => events.number(event);
export const eventOf = (number: number): MachineEvent => events.value(number);

/** What a machine did on an event, in order. Events are numbers; `delay` is in ms of the timer's own clock. */
export type Effect =
  | { readonly kind: 'send'; readonly to: string; readonly event: number }
  | { readonly kind: 'arm'; readonly id: string; readonly event: number; readonly delay: number }
  | { readonly kind: 'cancel'; readonly id: string }
  | { readonly kind: 'note'; readonly note: string; readonly data: Payload };

export interface Reaction {
  readonly state: number;
  readonly effects: readonly Effect[];
}

/**
 * A machine as a table: (state number, event number) → next state and effects. XState fills it, one pure `transition` for
 * every pair that comes up; afterwards a step is two look-ups. Snapshots that agree in value and context are one state.
 */
export class Behaviour {
  readonly #machine: AnyStateMachine;
  readonly #self: string;
  readonly #states = new Interner<AnyMachineSnapshot>();
  readonly #reactions: Map<number, Reaction>[] = [];
  readonly #initial = new Map<string, Reaction>();

  constructor(machine: AnyStateMachine, self: string) {
    this.#machine = machine;
    this.#self = self;
  }

  get size(): number {
    return this.#states.size;
  }

  /** The state that the machine starts in, and the effects of entering it. */
  initial(input: unknown): Reaction {
    const key = canonical(input);
    let reaction = this.#initial.get(key);
    if (!reaction) {
      reaction = this.#reaction(initialTransition(this.#machine, input));
      this.#initial.set(key, reaction);
    }
    return reaction;
  }

  react(state: number, event: number): Reaction {
    let known = this.#reactions[state];
    if (!known) {
      known = new Map();
      this.#reactions[state] = known;
    }
    let reaction = known.get(event);
    if (!reaction) {
      reaction = this.#reaction(transition(this.#machine, this.#states.value(state), eventOf(event)));
      known.set(event, reaction);
    }
    return reaction;
  }

  snapshot(state: number): AnyMachineSnapshot {
    return this.#states.value(state);
  }

  #reaction([snapshot, actions]: readonly [
    AnyMachineSnapshot,
    readonly { type: string; params?: unknown }[],
  ]): Reaction {
    const text = canonical([snapshot.status, snapshot.value, snapshot.context]);
    return {
      state: this.#states.number(snapshot, text),
      effects: actions.map((action) => this.#effect(action)),
    };
  }

  /** The actions of actions.ts and XState's own timers, as effects. */
  #effect({ type, params }: { type: string; params?: unknown }): Effect {
    const given = params as {
      to: string;
      event: MachineEvent;
      note: string;
      data: Payload;
      id: string;
      sendId: string;
      delay: number;
    };
    switch (type) {
      case 'send':
        return { kind: 'send', to: given.to, event: eventNumber({ ...given.event, from: this.#self }) };
      case 'note':
        return { kind: 'note', note: given.note, data: given.data };
      case 'xstate.raise':
        return { kind: 'arm', id: given.id, event: eventNumber(given.event), delay: given.delay };
      case 'xstate.cancel':
        return { kind: 'cancel', id: given.sendId };
      default:
        throw new Error(`${this.#self}: the kernel cannot carry out the action "${type}"`);
    }
  }
}

/** Past so many states a table is begun anew, so that a long session of editing does not grow for ever. */
const MOST_STATES = 20_000;

const tables = new WeakMap<AnyStateMachine, Map<string, Behaviour>>();

/** The table of that machine for a process of that name, shared by all runs in this tab. */
export function behaviourOf(machine: AnyStateMachine, self: string): Behaviour {
  let named = tables.get(machine);
  if (!named) {
    named = new Map();
    tables.set(machine, named);
  }
  let behaviour = named.get(self);
  if (!behaviour || behaviour.size > MOST_STATES) {
    behaviour = new Behaviour(machine, self);
    named.set(self, behaviour);
  }
  return behaviour;
}
