import { isNote } from '../model/notes.ts';
import type { Check } from './types.ts';

interface Given {
  readonly claim: string;
  readonly holder: string;
  readonly token: number | null;
}

/** A later grant got a token that is not higher than an earlier one's. In order of the grants, not of the tokens. */
export const tokenRegressed: Check<readonly Given[]> = {
  code: 'token-regressed',
  severity: 'violation',
  initial: [],
  fold(given, event, hits) {
    let next: readonly Given[];
    if (isNote(event, 'grant')) {
      const { claim, holder, token } = event.data;
      next = [...given.filter((each) => each.claim !== claim), { claim, holder, token }];
    } else if (isNote(event, 'token')) {
      const { claim, token } = event.data;
      next = given.map((each) => (each.claim === claim ? { ...each, token } : each));
    } else {
      return given;
    }
    const at = next.findIndex(({ claim }) => claim === event.data.claim);
    const mine = next[at];
    if (!mine || mine.token === null) return next;
    const { token } = mine;
    const wrong = next.find(
      (each, position) =>
        each.token !== null && (position < at ? each.token >= token : position > at && each.token <= token),
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
