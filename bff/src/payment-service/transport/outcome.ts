import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { ProblemId } from '@paydesk/shared/core/problem'

/** Problems in which a read of the payment service can end. */
export type UpstreamProblemId = Extract<ProblemId, `upstream_${string}`>

export type ServiceFailure = {
  readonly outcome: 'failed'
  readonly problem: UpstreamProblemId
  /** Cause as a short fixed word for logs and the health page, never for an answer to the browser. */
  readonly cause: string
  /** Whole seconds, 1 to 60; set only if waiting helps. */
  readonly retryAfter?: number
  /** Field `code` of the error body (service-facts, Errors), word characters only. */
  readonly upstreamCode?: string
}

/** Result of a read of the payment service. Expected outcomes are values; only bugs throw. */
export type ServiceOutcome<T> =
  | { readonly outcome: 'found'; readonly value: T; readonly reading: DataFreshness }
  /** `isForeign`: perhaps something else than the payment service answered, as at a wrong base address. */
  | { readonly outcome: 'not_found'; readonly isForeign?: true }
  | ServiceFailure
