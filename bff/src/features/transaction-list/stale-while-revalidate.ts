import { LRUCache } from 'lru-cache'

/** Limit of cached entries; a caller with another key waits once. */
const maxEntries = 200

/**
 * Caches answers that are computed outside of the requests (stale while revalidate, single flight): a cached
 * answer is returned at once and, if older than `ms`, recomputed in the background. Only the first caller
 * waits; a failed refresh keeps the answer. `freshTimeFactor`: multiple of the computing time for which an answer is
 * not recomputed.
 */
export function cacheStaleWhileRevalidate<Question, Value extends object | number>(
  keyOf: (question: Question) => string,
  compute: (question: Question) => Promise<Value>,
  { ms, freshTimeFactor = 0, now = Date.now }: { ms: number; freshTimeFactor?: number; now?: () => number },
): (question: Question) => Promise<Value> {
  const answers = new LRUCache<string, Value, { readonly question: Question }>({
    max: maxEntries,
    ttl: ms,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod(_key, _stale, { options, context: { question } }) {
      const begun = now()
      const value = await compute(question)
      options.ttl = Math.max(ms, freshTimeFactor * (now() - begun))
      return value
    },
  })
  return (question) => answers.forceFetch(keyOf(question), { context: { question } })
}
