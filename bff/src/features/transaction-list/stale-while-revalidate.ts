interface CacheEntry<Value> {
  readonly at: number
  readonly value: Value
}

/** So many questions are remembered; who asks another one waits once. */
const maxEntries = 200

/**
 * Answers that are computed apart from the requests that ask for them: what is there is given at once,
 * and what is older than `ms` is computed anew behind it, once at a time. Only the first asker waits.
 * `patience`: so many times as long as the computing took it is not repeated.
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
    // Whoever gets the answer at hand is not told that the next one failed; the next asker tries again.
    if (known.until <= now()) computed(key, question).catch(() => undefined)
    return known.value
  }
}
