/** Percentiles in milliseconds. */
export interface LatencyPercentiles {
  readonly p50: number
  readonly p95: number
}

export function timesOf(samples: readonly number[]): LatencyPercentiles {
  const sorted = [...samples].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

export async function measureMs(deed: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await deed()
  return performance.now() - begun
}

export const formatTimes = ({ p50, p95 }: LatencyPercentiles) =>
  `${p50.toFixed(1).padStart(6)} ${p95.toFixed(1).padStart(6)}`
