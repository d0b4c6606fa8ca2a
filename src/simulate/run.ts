import type { World } from '../kernel/world.ts';
import type { End, TraceEvent } from '../kernel/trace.ts';
import type { Lane } from '../model/service.ts';
import type { Scenario } from '../scenario/schema.ts';

/** One simulated timeline. */
export interface Run {
  readonly scenario: Scenario;
  readonly events: readonly TraceEvent[];
  readonly end: End;
  /** Top to bottom: service, clients, storage, outside. */
  readonly lanes: readonly Lane[];
  /** The world as it was after each event, by event id: what the panels show at the playhead. */
  readonly worlds: readonly World[];
}
