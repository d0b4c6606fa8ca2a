import type { End, TraceEvent } from '../kernel/trace.ts';
import { type AnyCheck, checks, isWarning } from './checks.ts';
import { foldAll } from './fold.ts';
import { refusals } from './refusals.ts';
import { CODES, type Finding, type Fold } from './types.ts';
import { explainer } from './why.ts';

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

/** Judges a trace, from its events alone, by all checks or only by some. */
export function judge(events: readonly TraceEvent[], end: End, by: readonly AnyCheck[] = checks): Judgement {
  const gravestFirst = by.toSorted((a, b) => CODES.indexOf(a.code) - CODES.indexOf(b.code));
  const [refused, ...folded] = foldAll(events, [refusals as Fold<unknown>, ...gravestFirst]);
  const explain = explainer(events);
  const findings = gravestFirst.flatMap(({ code, finish }, n): Finding[] => {
    const { state, hits = [] } = folded[n] ?? {};
    finish?.(state, end, events.length - 1, hits);
    // in order of time, as the events are
    return hits.map((hit) => {
      const { at, processes, measures } = hit;
      return { code, at, processes, why: explain(hit), ...(measures ? { measures } : {}) };
    });
  });
  const safe = findings.every(({ code }) => isWarning(code));
  const [gravest] = findings;
  const refusal = safe ? refused?.hits[0] : undefined;
  return {
    findings,
    safe,
    story: refusal ? explain(refusal) : (gravest?.why ?? []),
    about: (refusal ?? gravest)?.processes[0] ?? null,
  };
}
