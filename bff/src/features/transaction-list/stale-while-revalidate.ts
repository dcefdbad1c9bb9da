interface CacheEntry<Value> {
  readonly at: number
  readonly value: Value
}

/** Limit of cached entries; a caller with another key waits once. */
const maxEntries = 200

/**
 * Caches answers that are computed outside of the requests (stale while revalidate, single flight): a cached
 * answer is returned at once and, if older than `ms`, recomputed in the background. Only the first caller
 * waits. `patience`: multiple of the computing time for which an answer is not recomputed.
 */
export function cacheStaleWhileRevalidate<Question, Value>(
  keyOf: (question: Question) => string,
  compute: (question: Question) => Promise<Value>,
  { ms, patience = 0, now = Date.now }: { ms: number; patience?: number; now?: () => number },
): (question: Question) => Promise<Value> {
  const kept = new Map<string, CacheEntry<Value> & { readonly until: number }>()
  const running = new Map<string, Promise<Value>>()

  function computed(key: string, question: Question): Promise<Value> {
    const before = running.get(key)
    if (before !== undefined) return before
    const at = now()
    const made = compute(question)
      .then((value) => {
        kept.delete(key)
        kept.set(key, { at, value, until: at + Math.max(ms, patience * (now() - at)) })
        for (const oldest of kept.keys()) {
          if (kept.size <= maxEntries) break
          kept.delete(oldest)
        }
        return value
      })
      .finally(() => running.delete(key))
    running.set(key, made)
    return made
  }

  return async (question) => {
    const key = keyOf(question)
    const known = kept.get(key)
    if (known === undefined) return computed(key, question)
    // Ignore a failed refresh: this caller has an answer, and the next caller tries again.
    if (known.until <= now()) computed(key, question).catch(() => undefined)
    return known.value
  }
}
