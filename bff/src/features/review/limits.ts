import type { PersonLimit } from '../../platform/http/rate-limiter.ts'

/** Limits per person and minute on requests to the payment service and writes to the database. */
export interface ReviewLimits {
  /** Call before the payment service is asked about a case or a decision. */
  readonly reads: PersonLimit
  /** Call before writing a claim, a renewal or a draft, or explaining a discrepancy. */
  readonly writes: PersonLimit
  /** Call before writing a note: notes are never deleted. */
  readonly notes: PersonLimit
}
