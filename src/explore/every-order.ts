import { eventNumber } from '../kernel/behaviour.ts';
import { createSystem } from '../kernel/world.ts';
import type { Fault, Scenario } from '../scenario/schema.ts';
import { processesOf } from '../simulate/processes.ts';
import { checks } from '../verdict/checks.ts';
import type { Code } from '../verdict/types.ts';
import { Loners } from './loners.ts';
import { type Pending, Space } from './space.ts';
import { MOST_IN_ROW, type Step, Stepper } from './stepper.ts';
import { Visited } from './visited.ts';

/** How far a search goes. What is left out has a default. */
export interface Bounds {
  /** The verdicts to look for. */
  readonly codes?: readonly Code[];
  /** How many times each client runs its program at most; without it, as many as the document says. */
  readonly rounds?: number;
  /** How often a client asks for the lock within one attempt. */
  readonly tries?: number;
  /** How many messages may be delivered twice. */
  readonly duplicates?: number;
  /** Whether orders that differ only in steps that cannot matter to one another are followed once (see loners.ts). */
  readonly reduce?: boolean;
  /** Stops there, and says so. */
  readonly maxStates?: number;
  /** The memory for states, in bytes. */
  readonly maxBytes?: number;
}

/** What a search came to. */
export interface Answer {
  /** All states within the bounds were met, or a violation was found. */
  readonly complete: boolean;
  readonly states: number;
  readonly transitions: number;
  readonly bytes: number;
  readonly bounds: Required<Omit<Bounds, 'rounds'>> & { readonly rounds: number | null; readonly blows: number };
  /** The shortest violating order: what happens, one after the other. Null: none was found. */
  readonly violation: { readonly steps: readonly Step[] } | null;
}

/** How far a search has come. */
export interface Progress {
  readonly states: number;
  readonly transitions: number;
  /** States that were met, and whose choices were not followed yet. */
  readonly frontier: number;
}

/** The verdicts that a search can find: those that become true at an event. */
export const SOUGHT: readonly Code[] = ['lost-update'];

/**
 * Every order in which things can happen, times left out: any message arbitrarily late (so also lost, as far as anything that
 * goes wrong by then can tell), any process stopped for arbitrarily long, any timer at any time after it was started; and the
 * document's crashes, restarts and commands at any moment or not at all. Breadth first, so that the first violation is a shortest one.
 *
 * A client's tries within one attempt are bounded (`tries`), since asking again and being refused changes nothing that a later
 * first try would not find as well.
 *
 * Yields its progress now and then, so that whoever runs it can tell it or stop; returns the answer.
 */
export function* everyOrder(scenario: Scenario, bounds: Bounds = {}): Generator<Progress, Answer> {
  const unasked = new Set<number>();
  for (;;) {
    const answer = yield* search(scenario, bounds, unasked);
    if (answer) return answer;
  }
}

/** Null: more hosts are sent to unasked than were known, so that the search has to begin anew. */
function* search(scenario: Scenario, bounds: Bounds, unasked: Set<number>): Generator<Progress, Answer | null> {
  const {
    codes = SOUGHT,
    tries = 1,
    duplicates = 0,
    reduce = true,
    maxStates = 20_000_000,
    maxBytes = 1_000_000_000,
    rounds = null,
  } = bounds;
  const within = bounded(scenario, { tries, rounds });
  const system = createSystem(processesOf(within));
  const repeats = duplicates > 0 || within.clients.some(({ timeout }) => timeout.after !== null);
  const space = new Space(
    system,
    checks.filter(({ code }) => codes.includes(code)),
    repeats,
  );
  const blows = blowsOf(scenario.faults, system.hosts);
  const extra = [...blows, ...Array.from({ length: duplicates }, (): Pending => ({ kind: 'twice' }))];
  const twice = space.numbered({ kind: 'twice' });

  const visited = new Visited();
  const loners = reduce ? new Loners(space, unasked) : null;
  const stepper = new Stepper(space, loners);
  const { first } = stepper;
  const row = new Uint32Array(MOST_IN_ROW);
  let transitions = 0;

  stepper.begin(extra);
  stepper.settle();
  if (stepper.surprised) return null;
  visited.add(stepper.row, stepper.length, 0, 0);

  for (let at = 0; at < visited.size; at++) {
    if ((at & 0x1fff) === 0x1fff) {
      yield { states: visited.size, transitions, frontier: visited.size - at };
      if (visited.size > maxStates || visited.bytes > maxBytes) return answer(false, null);
    }
    const length = visited.read(at, row);
    const allowance = duplicates > 0 ? indexOf(row, first, length, twice) : -1;
    const before = visited.size;
    let alone = loners ? loners.find(row, first, length) : -1;
    for (let choice = alone >= 0 ? alone : first; choice < length; choice++) {
      const pending = row[choice] as number;
      // of several that are alike, one is enough
      if (pending === twice || (choice > first && pending === row[choice - 1])) continue;
      const copies = allowance >= 0 && space.senderOf(pending) >= 0 ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        stepper.apply(row, length, choice, copy === 0 ? choice : allowance);
        transitions++;
        if (stepper.hit) return answer(true, [...pathTo(at), { pending: space.pending(pending), again: copy === 1 }]);
        stepper.settle();
        if (stepper.surprised) return null;
        visited.add(stepper.row, stepper.length, at, pending * 2 + copy);
      }
      if (choice !== alone) continue;
      // enough, unless it leads back to where the search has been: then all the others might wait for ever
      if (visited.size > before) break;
      alone = -1;
      choice = first - 1;
    }
  }
  return answer(true, null);

  function answer(complete: boolean, steps: readonly Step[] | null): Answer {
    return {
      complete,
      states: visited.size,
      transitions,
      bytes: visited.bytes,
      bounds: { codes, rounds, tries, duplicates, reduce, maxStates, maxBytes, blows: blows.length },
      violation: steps ? { steps } : null,
    };
  }

  /** The steps to a state; those that were taken at once are found by taking them again. */
  function pathTo(state: number): Step[] {
    const states = [state];
    for (let each = state; each > 0; ) {
      each = visited.parent(each);
      states.push(each);
    }
    const steps: Step[] = [];
    const took = (pending: number) => steps.push({ pending: space.pending(pending), again: false });
    stepper.begin(extra);
    stepper.settle(took);
    for (const each of states.reverse().slice(1)) {
      const via = visited.via(each);
      const pending = via >> 1;
      const again = (via & 1) === 1;
      const length = visited.read(visited.parent(each), row);
      steps.push({ pending: space.pending(pending), again });
      stepper.apply(
        row,
        length,
        indexOf(row, first, length, pending),
        indexOf(row, first, length, again ? twice : pending),
      );
      stepper.settle(took);
    }
    return steps;
  }
}

function indexOf(row: Uint32Array, from: number, to: number, value: number): number {
  for (let at = from; at < to; at++) if (row[at] === value) return at;
  return -1;
}

/** The document that a search is about: its clients ask and run so often at most, and chance has no part in it. */
export const bounded = (
  scenario: Scenario,
  { tries = 1, rounds = null }: { readonly tries?: number; readonly rounds?: number | null },
): Scenario => ({
  ...scenario,
  network: { ...scenario.network, jitter: 0 },
  clients: scenario.clients.map((client) => ({
    ...client,
    rounds: rounds ?? client.rounds,
    wait: { ...client.wait, attempts: Math.min(client.wait.attempts, tries), jitter: 0 },
  })),
});

/** The document's faults that are blows to a host: crashes, restarts and commands. All others are lateness, which every order has anyway. */
function blowsOf(faults: readonly Fault[], hosts: readonly string[]): Pending[] {
  return faults.flatMap((fault, index): Pending[] => {
    if (fault.kind !== 'crash' && fault.kind !== 'restart' && fault.kind !== 'command') return [];
    // who never comes back is only late for ever
    if (fault.kind === 'crash' && fault.for === null) return [];
    const host = hosts.indexOf(fault.process);
    if (host < 0) return [];
    const event =
      fault.kind === 'command' ? { type: fault.command } : { type: 'restart', graceful: fault.kind === 'restart' };
    return [{ kind: 'blow', fault: index, host, event: eventNumber(event) }];
  });
}
