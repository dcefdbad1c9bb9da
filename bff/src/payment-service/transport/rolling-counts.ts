const bucketCount = 10

export type RollingCounts<Kind extends string> = {
  readonly add: (kind: Kind) => void
  readonly sum: (kind: Kind) => number
  readonly reset: () => void
}

/** Counts events of the last `windowMs`, with a resolution of a tenth of it. `now` must be monotonic. */
export function createRollingCounts<Kind extends string>(
  now: () => number,
  windowMs: number,
): RollingCounts<Kind> {
  const width = windowMs / bucketCount
  const counts = new Map<Kind, { slot: number; count: number }[]>()
  return {
    add: (kind) => {
      const slot = Math.floor(now() / width)
      const ring = counts.get(kind) ?? []
      counts.set(kind, ring)
      const last = ring.at(-1)
      if (last?.slot === slot) last.count += 1
      else ring.push({ slot, count: 1 })
      if (ring.length > bucketCount) ring.shift()
    },
    sum: (kind) => {
      const oldest = Math.floor(now() / width) - bucketCount
      return (counts.get(kind) ?? []).reduce((sum, one) => (one.slot > oldest ? sum + one.count : sum), 0)
    },
    reset: () => counts.clear(),
  }
}
