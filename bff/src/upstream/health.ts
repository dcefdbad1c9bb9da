import type { BreakerState } from './breaker.ts'
import { type Lane, lanes, mapOf, type Operation, operations } from './limits.ts'
import type { Outcome, UpstreamProblem } from './outcome.ts'
import type { Policy } from './policy.ts'

export type OperationHealth = {
  readonly breaker: BreakerState
  /** ISO 8601; null before the first. "Not found" is a success of the way there. */
  readonly lastSuccess: string | null
  readonly lastFailure: string | null
  readonly lastProblem: UpstreamProblem | null
}

export type ServiceHealth = {
  readonly environment: string
  readonly operations: Readonly<Record<Operation, OperationHealth>>
  readonly lanes: Readonly<Record<Lane, { readonly running: number; readonly waiting: number }>>
}

type Last = { success: string | null; failure: string | null; problem: UpstreamProblem | null }

/** Remembers how the last calls of each operation ended. Refusals of our own are not counted. */
export function createHealth(environment: string, policy: Policy, wall: () => number) {
  const last = mapOf(operations, (): Last => ({ success: null, failure: null, problem: null }))
  return {
    note: (operation: Operation, outcome: Outcome<unknown>): void => {
      const at = new Date(wall()).toISOString()
      const seen = last[operation]
      if (outcome.outcome === 'failed') {
        seen.failure = at
        seen.problem = outcome.problem
      } else seen.success = at
    },
    read: (): ServiceHealth => ({
      environment,
      operations: mapOf(operations, (operation) => ({
        breaker: policy.breakerState(operation),
        lastSuccess: last[operation].success,
        lastFailure: last[operation].failure,
        lastProblem: last[operation].problem,
      })),
      lanes: mapOf(lanes, policy.laneLoad),
    }),
  }
}
