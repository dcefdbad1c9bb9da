/** Returns a text such as `0.4 s`, `12 s`, `3 min` or `2 h`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 90_000) return `${Math.floor(ms / 1_000)} s`
  if (ms < 5_400_000) return `${Math.floor(ms / 60_000)} min`
  return `${Math.floor(ms / 3_600_000)} h`
}
