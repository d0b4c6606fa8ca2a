import type { End, TraceEvent } from '../kernel/trace.ts';
import { isNote } from '../model/notes.ts';
import { checks, isWarning } from './checks.ts';
import { CODES, type Finding, type Hit } from './types.ts';
import { why } from './why.ts';

/** What all checks say of one timeline. */
export interface Judgement {
  /** The gravest first, then by time. */
  readonly findings: readonly Finding[];
  /** No violation; there may be warnings. */
  readonly safe: boolean;
  /** The events that explain the verdict: the gravest finding's why, or how storage came to refuse what would have done harm. */
  readonly story: readonly number[];
  /** Whom the verdict is about, first of all; null: nobody. */
  readonly about: string | null;
}

/** Judges a trace, from its events alone. */
export function judge(events: readonly TraceEvent[], end: End): Judgement {
  const findings: Finding[] = [];
  const told = events.filter((event) => event.kind === 'note' || 'fault' in event);
  for (const check of checks) {
    const hits: Hit[] = [];
    let state = check.initial;
    for (const event of check.messages ? events : told) state = check.fold(state, event, hits);
    check.finish?.(state, end, events.length - 1, hits);
    for (const hit of hits) {
      const { at, processes, measures } = hit;
      findings.push({ code: check.code, at, processes, why: why(events, hit), ...(measures ? { measures } : {}) });
    }
  }
  findings.sort((a, b) => CODES.indexOf(a.code) - CODES.indexOf(b.code) || a.at - b.at);
  const safe = findings.every(({ code }) => isWarning(code));
  const [gravest] = findings;
  const subject = safe ? (refusal(events) ?? gravest) : gravest;
  return { findings, safe, story: subject?.why ?? [], about: subject?.processes[0] ?? null };
}

/** The first write that storage refused, and what led to it: why a timeline is safe. */
function refusal(events: readonly TraceEvent[]): Pick<Finding, 'processes' | 'why'> | undefined {
  let newest: string | null = null;
  let written: string | null = null;
  for (const event of events) {
    if (isNote(event, 'grant')) newest = event.data.claim;
    if (isNote(event, 'accept')) written = event.data.op;
    if (!isNote(event, 'refuse')) continue;
    const { by, claim, op } = event.data;
    const hit: Hit = {
      at: event.id,
      processes: [by],
      claims: [claim, newest],
      ops: written === null ? [op] : [op, written],
    };
    return { processes: hit.processes, why: why(events, hit) };
  }
  return undefined;
}
