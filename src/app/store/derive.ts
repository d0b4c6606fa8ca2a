import type { Scenario } from '../../scenario/schema.ts';
import type { Run } from '../../simulate/run.ts';
import { simulate } from '../../simulate/simulate.ts';
import { type Headline, headline } from '../../verdict/describe.ts';
import { type Judgement, judge } from '../../verdict/judge.ts';
import { phrase } from '../phrase.ts';

/** All that follows from a document. */
export interface Derived {
  readonly run: Run;
  readonly judged: Judgement;
  readonly headline: Headline;
}

const derived = new WeakMap<Scenario, Derived>();

/** Simulated and judged once for each document. */
export function derive(document: Scenario): Derived {
  let known = derived.get(document);
  if (!known) {
    const run = simulate(document);
    const judged = judge(run.events, run.end);
    known = { run, judged, headline: headline(run.events, judged) };
    derived.set(document, known);
  }
  return known;
}

/** A line of the log. */
export interface Row {
  readonly id: number;
  readonly t: number;
  readonly who: string;
  readonly what: string;
}

const rows = new WeakMap<Run, readonly Row[]>();

/** The events that a person wants to step through, in words. */
export function rowsOf(run: Run): readonly Row[] {
  let known = rows.get(run);
  if (!known) {
    const titles = new Map(run.lanes.map(({ host, title }) => [host, title]));
    // an answer is told by what its sender noted when it gave it
    const answers = new Set(run.lanes.flatMap(({ host, role }) => (role === 'client' ? [] : [host])));
    known = run.events.flatMap((event) => {
      if (event.kind === 'send' && answers.has(event.process)) return [];
      const what = phrase(event, titles);
      return what === null ? [] : [{ id: event.id, t: event.t, who: titles.get(event.process) ?? event.process, what }];
    });
    rows.set(run, known);
  }
  return known;
}

/** When a fault of the document began; null: it met nothing. */
export function beganAt({ events }: Run, fault: number): number | null {
  return events.find((event) => 'fault' in event && event.fault === fault)?.t ?? null;
}

/** The last event that has happened at a moment: all of that moment, unless the playhead stands right behind one of them. */
export const reached = ({ events }: Run, t: number, event: number | null): number =>
  event ?? events.findLastIndex((each) => each.t <= t);

/** The moment to look at first: where it goes wrong, or where storage refuses, or the end. */
export function momentOf({ run, judged }: Derived): number {
  const refused = run.events.findIndex((event) => event.kind === 'note' && event.note === 'refuse');
  const at = judged.safe ? refused : (judged.findings[0]?.at ?? refused);
  return run.events[at]?.t ?? run.end.t;
}
