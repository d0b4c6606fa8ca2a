import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface Believer {
  readonly process: string;
  readonly lock: string;
  readonly claim: string;
}

/** Two clients believed at once that they held one lock. A warning: no service can prevent it, only make it harmless. */
export const twoBelievers: Check<readonly Believer[]> = {
  code: 'two-believers',
  severity: 'warning',
  initial: [],
  fold(believers, event, hits) {
    const { process } = event;
    if (event.kind === 'crash') return believers.filter((each) => each.process !== process);
    if (isNote(event, 'believe')) {
      const { lock, claim } = event.data;
      const others = believers.filter((each) => each.process !== process);
      const other = others.find((each) => each.lock === lock);
      if (other)
        hits.push({ at: event.id, processes: [process, other.process], claims: [claim, other.claim], ops: [] });
      return [...others, { process, lock, claim }];
    }
    if (isNote(event, 'disbelieve')) return believers.filter((each) => each.process !== process);
    return believers;
  },
};
