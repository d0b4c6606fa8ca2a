import * as v from 'valibot';

/** No lock at all: clients read, compute and write, and storage alone decides. */
export const noneSettings = v.strictObject({ service: v.literal('none') });
