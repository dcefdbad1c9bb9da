import type { PersonRateLimit } from '../../platform/http/rate-limiter.ts'

/** Limits per person and minute on requests to the payment service and writes to the database. */
export interface ReviewRateLimits {
  /** Call before the payment service is asked about a case or a decision. */
  readonly reads: PersonRateLimit
  /** Call before writing a claim, a renewal or a draft, or explaining a discrepancy. */
  readonly writes: PersonRateLimit
  /** Call before writing a note: notes are never deleted. */
  readonly notes: PersonRateLimit
}
