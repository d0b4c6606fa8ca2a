import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface Given {
  readonly lock: string;
  readonly claim: string;
  readonly holder: string;
  /** null: none, or not drawn yet. */
  readonly token: number | null;
}

/**
 * A later grant of a lock got a token that is not higher than an earlier one's. In order of the grants, not of the tokens: where tokens
 * are drawn apart, the earlier grant may be the one to draw last.
 */
export const tokenRegressed: Check<readonly Given[]> = {
  code: 'token-regressed',
  severity: 'violation',
  on: ['grant', 'token'],
  initial: [],
  fold(given, event, hits) {
    let next: readonly Given[];
    if (isNote(event, 'grant')) {
      const { lock, claim, holder, token } = event.data;
      next = [...given.filter((each) => each.claim !== claim), { lock, claim, holder, token }];
    } else if (isNote(event, 'token')) {
      const { claim, token } = event.data;
      if (!given.some((each) => each.claim === claim)) return given;
      next = given.map((each) => (each.claim === claim ? { ...each, token } : each));
    } else {
      return given;
    }
    const at = next.findIndex(({ claim }) => claim === event.data.claim);
    const mine = next[at];
    if (!mine || mine.token === null) return next;
    const { token, lock } = mine;
    const wrong = next.find(
      (each, position) =>
        each.lock === lock &&
        each.token !== null &&
        (position < at ? each.token >= token : position > at && each.token <= token),
    );
    if (wrong) {
      hits.push({
        at: event.id,
        processes: [mine.holder, wrong.holder],
        claims: [mine.claim, wrong.claim],
        ops: [],
        measures: { token, other: wrong.token ?? 0 },
      });
    }
    return next;
  },
};
