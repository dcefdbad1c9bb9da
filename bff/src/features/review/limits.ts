import { createRateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Actor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Person } from '../../platform/session/person.ts'

/**
 * Limits per person and minute on requests to the payment service and writes to the database. Every method
 * throws `too_many_requests` when its limit is reached.
 */
export interface ReviewLimits {
  /** Call before the payment service is asked about a case or a decision. */
  reads(actor: Pick<Actor, 'session'>): void
  /** Call before writing a claim, a renewal or a draft, or explaining a discrepancy. */
  writes(actor: Pick<Actor, 'session'>): void
  /** Call before writing a note: notes are never deleted. */
  notes(actor: Pick<Actor, 'session'>): void
}

/** Key of a person, shared by all their sessions and roles. */
const nameOf = ({ issuer, subject }: Person) => JSON.stringify([issuer, subject])

function createPersonLimit(perMinute: number) {
  const { take } = createRateLimiter(perMinute)
  return ({ session }: Pick<Actor, 'session'>): void => {
    if (!take(nameOf(session))) throw new ProblemError('too_many_requests', { retryAfter: 10 })
  }
}

/**
 * Allows each person `perMinute` reads, as many writes and a quarter as many notes. Manual work stays below
 * these limits.
 */
export function createReviewLimits(perMinute: number): ReviewLimits {
  return {
    reads: createPersonLimit(perMinute),
    writes: createPersonLimit(perMinute),
    notes: createPersonLimit(Math.max(1, Math.floor(perMinute / 4))),
  }
}
