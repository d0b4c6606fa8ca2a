/** A span of ms as a person says it: `300 ms`, `7.6 s`, `15 s`, `2 min`, `2 min 5 s`. */
export function duration(ms: number): string {
  const size = Math.abs(ms);
  if (size < 1000) return `${Math.round(ms)} ms`;
  if (size < 119_950) return `${Number((ms / 1000).toFixed(size < 10_000 ? 2 : 1))} s`;
  const inSeconds = Math.round(size / 1000);
  const minutes = `${ms < 0 ? '-' : ''}${Math.trunc(inSeconds / 60)} min`;
  return inSeconds % 60 === 0 ? minutes : `${minutes} ${inSeconds % 60} s`;
}
