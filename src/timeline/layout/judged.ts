import type { TraceEvent } from '../../kernel/trace.ts';
import { carrier, type Story } from './story.ts';
import type { Found } from './types.ts';

/** What the findings say of the things in the picture. */
export interface Judged {
  /** Messages that did the harm. */
  readonly guilty: ReadonlySet<string>;
  /** Versions that were taken, and are in no newer one. */
  readonly lost: ReadonlySet<number>;
  /** Events at which something became true that should not be. */
  readonly bad: ReadonlySet<number>;
  /** Events at which storage refused the one who does hold the lock. */
  readonly wronged: ReadonlySet<number>;
}

const WRITES = new Set(['lost-update', 'stale-write']);

export function judge(events: readonly TraceEvent[], story: Story, findings: readonly Found[]): Judged {
  const guilty = new Set<string>();
  const bad = new Set<number>();
  const wronged = new Set<number>();
  let loses = false;
  for (const { code, at } of findings) {
    if (code === 'two-believers') continue;
    bad.add(at);
    if (code === 'holder-refused') wronged.add(at);
    if (code === 'lost-update') loses = true;
    const event = events[at];
    if (!event || !WRITES.has(code)) continue;
    const message = carrier(events, event);
    if (message !== null) guilty.add(message);
  }
  return { guilty, bad, wronged, lost: loses ? lostVersions(story) : new Set() };
}

/** The versions that the newest one does not descend from. */
function lostVersions({ versions }: Story): Set<number> {
  const base = new Map(versions.map((version) => [version.version, version.base]));
  const kept = new Set<number>();
  let here = versions[versions.length - 1]?.version;
  while (here !== undefined && !kept.has(here)) {
    kept.add(here);
    here = base.get(here);
  }
  return new Set(versions.map((version) => version.version).filter((version) => !kept.has(version)));
}
