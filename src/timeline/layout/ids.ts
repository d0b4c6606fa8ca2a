/** The marks' ids: made of what a mark stands for, so that the same thing keeps its id through an edit. A message's mark has the message's id. */

export const laneId = (host: string): string => `lane:${host}`;
export const grantId = (claim: string, nth = 1): string => `grant:${claim}${again(nth)}`;
export const beliefId = (claim: string, nth = 1): string => `belief:${claim}${again(nth)}`;
/** `fault` is its position in the document. */
export const troubleId = (kind: string, fault: number, host: string, nth = 1): string =>
  `${kind}:${fault}:${host}${again(nth)}`;
export const versionId = (version: number): string => `version:${version}`;
/** By the message that was refused. */
export const refusalId = (message: string): string => `refusal:${message}`;
export const effectId = (op: string, nth = 1): string => `effect:${op}${again(nth)}`;
/** What storage remembers of tokens. */
export const SEEN = 'seen';
/** The playhead can be focused like a mark, and is none. */
export const PLAYHEAD = 'playhead';

const again = (nth: number): string => (nth > 1 ? `·${nth}` : '');
