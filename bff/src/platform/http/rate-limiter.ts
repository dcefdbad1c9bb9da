export interface RateLimiter {
  /** Takes one of the person's; false when none is left in this minute. The same `thing` again takes no more. */
  take(person: string, thing?: string): boolean
  isExhausted(person: string): boolean
}

interface LimiterHit {
  readonly at: number
  readonly thing: string | undefined
}

/** Beyond it, those whose minute is over are forgotten. */
const maxTrackedKeys = 10_000

/**
 * So many of something per person in a sliding minute. In memory: a restart forgives at most one
 * minute. `now` in milliseconds.
 */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  const taken = new Map<string, LimiterHit[]>()
  function recent(person: string): LimiterHit[] {
    const since = now() - 60_000
    const times = (taken.get(person) ?? []).filter(({ at }) => at > since)
    if (times.length === 0) taken.delete(person)
    else taken.set(person, times)
    return times
  }
  return {
    isExhausted: (person) => recent(person).length >= perMinute,
    take(person, thing) {
      const times = recent(person)
      if (thing !== undefined && times.some((one) => one.thing === thing)) return true
      if (times.length >= perMinute) return false
      // Strangers may come from ever new addresses.
      if (taken.size >= maxTrackedKeys) for (const each of taken.keys()) recent(each)
      taken.set(person, [...times, { at: now(), thing }])
      return true
    },
  }
}
