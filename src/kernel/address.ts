import type { MessageId } from './trace.ts';

/** The nth message (from 1) that `from` sends to `to`: the same name after every edit that leaves the earlier ones alone. */
export const messageId = (from: string, to: string, nth: number): MessageId => `${from}→${to}·${nth}`;

/** The second copy of a duplicated message. */
export const copyOf = (message: MessageId): MessageId => `${message}′`;

/** The nth time that `host` reaches a program point. */
export const pointId = (host: string, point: string, nth: number): string => `${host} after ${point}·${nth}`;

/** A moment in a document: a time in ms, or a point's id. `A after checked` means the first time. */
export function momentOf(at: number | string): { readonly t: number } | { readonly point: string } {
  if (typeof at === 'number') return { t: at };
  return { point: at.includes('·') ? at : `${at}·1` };
}
