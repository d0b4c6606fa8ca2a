export const THEMES = ['system', 'light', 'dark'] as const;

/** What the reader chose; `system`: what their system asks for. */
export type Theme = (typeof THEMES)[number];
