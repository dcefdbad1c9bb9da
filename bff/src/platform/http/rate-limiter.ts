import { ProblemError } from '../problem/problem.ts'
import type { Actor } from './route.ts'

export interface RateLimiter {
  /**
   * Takes one call from the person's limit; false if none is left in this minute. The same `thing` counts
   * once.
   */
  take(person: string, thing?: string): boolean
  isExhausted(person: string): boolean
}

interface LimiterHit {
  readonly at: number
  readonly thing: string | undefined
}

/** Limit of tracked keys before expired ones are removed. */
const maxTrackedKeys = 10_000

/**
 * Creates a sliding-window rate limiter with `perMinute` calls per person. The state is in memory: a restart
 * forgives at most one minute. `now` in milliseconds.
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
      // Remove expired keys: strangers can call from any number of addresses.
      if (taken.size >= maxTrackedKeys) for (const each of taken.keys()) recent(each)
      taken.set(person, [...times, { at: now(), thing }])
      return true
    },
  }
}

/** Counts a call of a person, over all their sessions and roles. Throws `too_many_requests` at the limit. */
export type PersonRateLimit = (actor: {
  readonly session: Pick<Actor['session'], 'issuer' | 'subject'>
}) => void

/** Creates a limit of calls per person and minute, in the memory of this instance. */
export function createPersonRateLimit(perMinute: number, retryAfterSeconds: number): PersonRateLimit {
  const { take } = createRateLimiter(perMinute)
  return ({ session: { issuer, subject } }) => {
    if (!take(JSON.stringify([issuer, subject])))
      throw new ProblemError('too_many_requests', { retryAfter: retryAfterSeconds })
  }
}
