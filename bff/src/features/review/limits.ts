import { createRateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Actor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Person } from '../../platform/session/person.ts'

/** What one person may make the service and the database do in a minute; each throws `too_many_requests`. */
export interface ReviewLimits {
  /** Before the service is asked for an item or a decision. */
  reads(actor: Pick<Actor, 'session'>): void
  /** Before a claim, a renewal or a draft is written, or a difference explained. */
  writes(actor: Pick<Actor, 'session'>): void
  /** Before a note is written, which stays for ever. */
  notes(actor: Pick<Actor, 'session'>): void
}

/** A person is the same in every session and role. */
const nameOf = ({ issuer, subject }: Person) => JSON.stringify([issuer, subject])

function createPersonLimit(perMinute: number) {
  const { take } = createRateLimiter(perMinute)
  return ({ session }: Pick<Actor, 'session'>): void => {
    if (!take(nameOf(session))) throw new ProblemError('too_many_requests', { retryAfter: 10 })
  }
}

/** `perMinute` reads and as many writes of a person, and a quarter as many notes. Nobody at a keyboard meets it. */
export function createReviewLimits(perMinute: number): ReviewLimits {
  return {
    reads: createPersonLimit(perMinute),
    writes: createPersonLimit(perMinute),
    notes: createPersonLimit(Math.max(1, Math.floor(perMinute / 4))),
  }
}
