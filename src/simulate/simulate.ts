import { createSystem } from '../kernel/world.ts';
import type { Scenario } from '../scenario/schema.ts';
import { ByClock } from './by-clock.ts';
import { lanesOf, processesOf } from './processes.ts';
import type { Run } from './run.ts';

/**
 * The timeline of a document: the earliest of all choices, again and again, until nothing is left to happen or a bound is
 * reached. Pure: the same document gives the same trace, byte for byte, anywhere.
 */
export function simulate(scenario: Scenario): Run {
  const system = createSystem(processesOf(scenario));
  const { events, worlds, end, inert } = new ByClock(system, scenario).run();
  return { scenario, system, lanes: lanesOf(scenario), events, worlds, end, inert };
}
