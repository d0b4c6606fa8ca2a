/** A span of ms as a person says it: `300 ms`, `7.6 s`, `15 s`, `2 min`, `2 min 5 s`. */
export function duration(ms: number): string {
  const size = Math.abs(ms);
  if (size < 1000) return `${Math.round(ms)} ms`;
  if (size < 120_000) return `${Number((ms / 1000).toFixed(size < 10_000 ? 2 : 1))} s`;
  const minutes = Math.trunc(ms / 60_000);
  const seconds = Math.round(Math.abs(ms - minutes * 60_000) / 1000);
  return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
}
