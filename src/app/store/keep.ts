import { parseText } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/schema.ts';

const KEY = 'fencepost';

/** The document that was open last; null where there is none, or where the browser keeps nothing. */
export function load(): Scenario | null {
  try {
    const text = localStorage.getItem(KEY);
    const parsed = text === null ? null : parseText(text);
    return parsed?.ok ? parsed.scenario : null;
  } catch {
    return null;
  }
}

/** Keeps a document for the next visit, where the browser allows it. */
export function save(document: Scenario): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(document));
  } catch {
    // forbidden or full: the page works without
  }
}
