import type { Reading } from '@paydesk/shared/core/reading'
import { ProblemError } from '../platform/problem/problem.ts'
import type { Outcome } from './transport/outcome.ts'

/** The value of a read for a route that cannot go on without it; every other outcome ends as its problem. */
export function found<T>(outcome: Outcome<T>): { readonly value: T; readonly reading: Reading } {
  switch (outcome.outcome) {
    case 'found':
      return outcome
    case 'not_found':
      throw new ProblemError('not_found')
    case 'failed':
      throw new ProblemError(outcome.problem, { retryAfter: outcome.retryAfter })
  }
}
