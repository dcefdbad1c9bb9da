import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import { ProblemError } from '../platform/problem/problem.ts'
import type { ServiceOutcome } from './transport/outcome.ts'

/** The value of a read for a route that cannot go on without it; every other outcome ends as its problem. */
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
