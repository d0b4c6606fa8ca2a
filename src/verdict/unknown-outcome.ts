import { isNote } from '../model/notes.ts';
import type { Check, Hit } from './types.ts';

interface Asked {
  readonly process: string;
  readonly op: string;
  readonly claim: string | null;
  /** An answer did not come in time. */
  readonly unsure: boolean;
}

/** Writes sent and not answered. */
type State = readonly Asked[];

/**
 * A client cannot know whether its write landed: it went on, gave up or died without an answer. One that asks again, and is
 * answered, knows. One that stops for another reason before the answer was due has no write in doubt.
 */
export const unknownOutcome: Check<State> = {
  code: 'unknown-outcome',
  severity: 'violation',
  on: ['send', 'deliver', 'unknown', 'stop', 'point', 'crash'],
  initial: [],
  fold(asked, event, hits) {
    const { process } = event;
    if (event.kind === 'send' && typeof event.data['base'] === 'number' && typeof event.data['op'] === 'string') {
      const op = event.data['op'];
      const claim = (event.data['claim'] ?? null) as string | null;
      const unsure = asked.some((each) => each.op === op && each.unsure);
      return [...asked.filter((each) => each.op !== op), { process, op, claim, unsure }];
    }
    // every message comes by here, and nearly always nobody waits for it
    if (asked.length === 0) return asked;
    if (event.kind === 'deliver') {
      const answered = (each: Asked) => each.process === process && each.op === event.data['op'];
      return asked.some(answered) ? asked.filter((each) => !answered(each)) : asked;
    }
    if (isNote(event, 'unknown') && event.data.what === 'write') {
      return asked.map((each) => (each.op === event.data.op ? { ...each, unsure: true } : each));
    }
    const goesOn = isNote(event, 'stop') || (isNote(event, 'point') && event.data.point === 'written');
    const left = event.kind === 'crash' || goesOn;
    const mine = left
      ? asked.filter((each) => each.process === process && (each.unsure || event.kind === 'crash'))
      : [];
    if (mine.length === 0) return asked;
    for (const each of mine) hits.push(hit(each, event.id));
    return asked.filter((each) => !mine.includes(each));
  },
  finish(asked, _end, last, hits) {
    for (const each of asked) if (each.unsure) hits.push(hit(each, last));
  },
};

const hit = ({ process, claim, op }: Asked, at: number): Hit => ({
  at,
  processes: [process],
  claims: [claim],
  ops: [op],
});
