import { parseText } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { THEMES, type Theme } from './theme.ts';

const KEY = 'fencepost';
const THEME = 'fencepost-theme';

/** The document that was open last; null where there is none, or where the browser keeps nothing. */
export function load(): Scenario | null {
  const text = read(KEY);
  const parsed = text === null ? null : parseText(text);
  return parsed?.ok ? parsed.scenario : null;
}

/** Keeps a document for the next visit, where the browser allows it. */
export const save = (document: Scenario): void => write(KEY, JSON.stringify(document));

/** The theme that was chosen last. */
export const loadTheme = (): Theme => THEMES.find((theme) => theme === read(THEME)) ?? 'system';
export const saveTheme = (theme: Theme): void => write(THEME, theme);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // forbidden or full: the page works without
  }
}
