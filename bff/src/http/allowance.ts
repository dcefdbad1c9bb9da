export interface Allowance {
  /** Takes one of the person's; false when none is left in this minute. */
  take(person: string): boolean
  isSpent(person: string): boolean
}

/**
 * So many of something per person in a sliding minute. In memory: a restart forgives at most one
 * minute. `now` in milliseconds.
 */
export function makeAllowance(perMinute: number, now: () => number = Date.now): Allowance {
  const taken = new Map<string, number[]>()
  function recent(person: string): number[] {
    const since = now() - 60_000
    const times = (taken.get(person) ?? []).filter((time) => time > since)
    if (times.length === 0) taken.delete(person)
    else taken.set(person, times)
    return times
  }
  return {
    isSpent: (person) => recent(person).length >= perMinute,
    take(person) {
      const times = recent(person)
      if (times.length >= perMinute) return false
      taken.set(person, [...times, now()])
      return true
    },
  }
}
