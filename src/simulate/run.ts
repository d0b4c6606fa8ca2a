import type { End, TraceEvent } from '../kernel/trace.ts';
import type { System, World } from '../kernel/world.ts';
import type { Lane } from '../model/service.ts';
import type { Scenario } from '../scenario/schema.ts';

/** One simulated timeline. Times in ms. */
export interface Run {
  readonly scenario: Scenario;
  readonly system: System;
  /** Top to bottom: service, clients, storage, outside. */
  readonly lanes: readonly Lane[];
  readonly events: readonly TraceEvent[];
  /** The world as it was after each event, by event id: what the panels show at the playhead. */
  readonly worlds: readonly World[];
  readonly end: End;
  /** Positions of the document's faults that met nothing: a message never sent, a point never reached. */
  readonly inert: readonly number[];
}
