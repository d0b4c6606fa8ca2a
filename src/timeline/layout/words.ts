/** A moment, as on the axis: `18.4 s`. */
export const moment = (t: number): string => `${trim(t / 1000)} s`;

/** How long something takes: `400 ms`, `15 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${trim(ms)} ms`;
  if (ms < 120_000) return `${trim(ms / 1000)} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = trim((ms - minutes * 60_000) / 1000);
  return seconds === '0' ? `${minutes} min` : `${minutes} min ${seconds} s`;
}

/** To three decimals, without trailing zeros. */
const trim = (x: number): string => `${Math.round(x * 1000) / 1000}`;
