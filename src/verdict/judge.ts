import type { End, TraceEvent } from '../kernel/trace.ts';
import { checks, isWarning } from './checks.ts';
import { CODES, type Finding, type Hit } from './types.ts';
import { why } from './why.ts';

/** What all checks say of one timeline. */
export interface Judgement {
  /** The gravest first, then by time. */
  readonly findings: readonly Finding[];
  /** No violation; there may be warnings. */
  readonly safe: boolean;
}

/** Judges a trace, from its events alone. */
export function judge(events: readonly TraceEvent[], end: End): Judgement {
  const findings: Finding[] = [];
  for (const check of checks) {
    const hits: Hit[] = [];
    let state = check.initial;
    for (const event of events) {
      if (event.kind !== 'timer') state = check.fold(state, event, hits);
    }
    check.finish?.(state, end, events.length - 1, hits);
    for (const hit of hits) {
      const { at, processes, measures } = hit;
      findings.push({ code: check.code, at, processes, why: why(events, hit), ...(measures ? { measures } : {}) });
    }
  }
  findings.sort((a, b) => CODES.indexOf(a.code) - CODES.indexOf(b.code) || a.at - b.at);
  return { findings, safe: findings.every(({ code }) => isWarning(code)) };
}
