import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import { ProblemError } from '../platform/problem/problem.ts'
import type { ServiceOutcome } from './transport/outcome.ts'

/** Returns the value of a found outcome; throws `ProblemError` for any other outcome. */
export function unwrapOutcome<T>(outcome: ServiceOutcome<T>): {
  readonly value: T
  readonly reading: DataFreshness
} {
  switch (outcome.outcome) {
    case 'found':
      return outcome
    case 'not_found':
      throw new ProblemError('not_found')
    case 'failed':
      throw new ProblemError(outcome.problem, { retryAfter: outcome.retryAfter })
  }
}
