import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { ProblemId } from '@paydesk/shared/core/problem'

/** The problems that a read of the payment service can end in. */
export type UpstreamProblem = Extract<ProblemId, `upstream_${string}`>

export type ServiceFailure = {
  readonly outcome: 'failed'
  readonly problem: UpstreamProblem
  /** Short fixed word for logs and the health page, never for an answer to the browser. */
  readonly cause: string
  /** Whole seconds, 1 to 60: only where waiting helps. */
  readonly retryAfter?: number
  /** `code` of the service's error body (service-facts, Errors), word characters only. */
  readonly upstreamCode?: string
}

/** What a read of the payment service comes to. Expected outcomes are values; only bugs throw. */
export type ServiceOutcome<T> =
  | { readonly outcome: 'found'; readonly value: T; readonly reading: DataFreshness }
  | { readonly outcome: 'not_found' }
  | ServiceFailure
