export type TtlCache<T> = {
  readonly get: (key: string) => T | undefined
  readonly set: (key: string, value: T) => void
  readonly drop: (key: string) => void
}

/**
 * LRU cache of `entries` values; each expires `ms` after it was set and is then removed by a timer, even if
 * never read again.
 */
export function createTtlCache<T>(limits: { entries: number; ms: number }, now: () => number): TtlCache<T> {
  const kept = new Map<string, { readonly value: T; readonly until: number }>()
  let timer: NodeJS.Timeout | undefined

  function sweep(): void {
    timer = undefined
    for (const [key, { until }] of kept) if (until <= now()) kept.delete(key)
    if (kept.size > 0) sweepLater()
  }

  function sweepLater(): void {
    if (timer === undefined) timer = setTimeout(sweep, limits.ms).unref()
  }

  return {
    get: (key) => {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      if (found.until <= now()) return undefined
      kept.set(key, found)
      return found.value
    },
    set: (key, value) => {
      kept.delete(key)
      kept.set(key, { value, until: now() + limits.ms })
      sweepLater()
      const [oldest] = kept.keys()
      if (kept.size > limits.entries && oldest !== undefined) kept.delete(oldest)
    },
    drop: (key) => {
      kept.delete(key)
    },
  }
}
