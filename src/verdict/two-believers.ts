import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface Believer {
  readonly process: string;
  readonly lock: string;
  readonly claim: string;
}

/**
 * Two clients believed at once that they held one lock. Told once for each time that somebody joins another who believes. A warning:
 * no service can prevent it, only make it harmless.
 */
export const twoBelievers: Check<readonly Believer[]> = {
  code: 'two-believers',
  severity: 'warning',
  on: ['believe', 'disbelieve', 'crash'],
  initial: [],
  fold(believers, event, hits) {
    const { process } = event;
    if (event.kind === 'crash') return without(believers, (each) => each.process === process);
    if (isNote(event, 'believe')) {
      const { lock, claim } = event.data;
      const others = without(believers, (each) => each.process === process && each.lock === lock);
      const other = others.find((each) => each.lock === lock);
      if (other)
        hits.push({ at: event.id, processes: [process, other.process], claims: [claim, other.claim], ops: [] });
      return [...others, { process, lock, claim }];
    }
    if (isNote(event, 'disbelieve')) {
      const { lock } = event.data;
      return without(believers, (each) => each.process === process && each.lock === lock);
    }
    return believers;
  },
};

const without = (believers: readonly Believer[], gone: (believer: Believer) => boolean) =>
  believers.some(gone) ? believers.filter((each) => !gone(each)) : believers;
