/**
 * Counts look-ups per person in a sliding minute. In memory: a restart forgives at most one minute.
 * `now` in milliseconds.
 */
export function makeAllowance(perMinute: number, now: () => number = Date.now): (person: string) => boolean {
  const made = new Map<string, number[]>()
  return (person) => {
    const since = now() - 60_000
    const recent = (made.get(person) ?? []).filter((time) => time > since)
    if (recent.length >= perMinute) {
      made.set(person, recent)
      return false
    }
    made.set(person, [...recent, now()])
    return true
  }
}
