import {
  type BulkheadLane,
  buildKeyedRecord,
  bulkheadLanes,
  type ServiceOperation,
  serviceOperations,
  type UpstreamClock,
} from '../parsing/limits.ts'
import { type CallHistory, createCallHistory } from './call-history.ts'
import type { ServiceCallPolicy } from './call-policy.ts'
import type { BreakerState } from './circuit-breaker.ts'
import type { ServiceOutcome, UpstreamProblemId } from './outcome.ts'
import { createRollingCounts } from './rolling-counts.ts'

export type OperationHealth = {
  readonly breaker: BreakerState
  /** Time of the last success (ISO 8601); null before the first. "Not found" counts as a success. */
  readonly lastSuccess: string | null
  readonly lastFailure: string | null
  readonly lastProblem: UpstreamProblemId | null
  /** Calls of the last five minutes: ended, and failed among them. */
  readonly recent: { readonly ended: number; readonly failed: number }
}

/**
 * Offset of the payment service's clock from the `Date` of its answers, accurate to a second; positive if
 * ahead of ours.
 */
export type ServiceClockOffset = { readonly ms: number; readonly at: string }

export type ServiceHealth = {
  readonly environment: string
  readonly operations: Readonly<Record<ServiceOperation, OperationHealth>>
  readonly lanes: Readonly<Record<BulkheadLane, { readonly running: number; readonly waiting: number }>>
  /** Clock offset; null before the first answer with a readable `Date`. */
  readonly clockDrift: ServiceClockOffset | null
}

type LastOutcome = { success: string | null; failure: string | null; problem: UpstreamProblemId | null }

const recentMs = 300_000

/** Records the last outcomes of each operation. Calls that Paydesk itself refused do not count. */
export function createHealthRecorder(environment: string, policy: ServiceCallPolicy, clock: UpstreamClock) {
  const { wall, monotonic } = clock
  const recent = buildKeyedRecord(serviceOperations, () =>
    createRollingCounts<'ended' | 'failed'>(monotonic, recentMs),
  )
  const history = createCallHistory(wall)
  let drift: ServiceClockOffset | null = null
  const last = buildKeyedRecord(
    serviceOperations,
    (): LastOutcome => ({ success: null, failure: null, problem: null }),
  )
  return {
    /** Records an outcome and the latency (ms) of the call, with all its attempts and waits. */
    note: (operation: ServiceOperation, outcome: ServiceOutcome<unknown>, ms: number): void => {
      const at = new Date(wall()).toISOString()
      const lastOutcome = last[operation]
      history.note(operation, outcome.outcome, ms)
      recent[operation].add('ended')
      if (outcome.outcome === 'failed') {
        lastOutcome.failure = at
        lastOutcome.problem = outcome.problem
        recent[operation].add('failed')
      } else lastOutcome.success = at
    },
    /** Reads the `Date` header of an answer that has just begun to arrive. */
    noteDate: (header: string | undefined): void => {
      const given = header === undefined ? Number.NaN : Date.parse(header)
      // Add half a second: `Date` has whole seconds, so the middle of the second is the best estimate.
      if (!Number.isNaN(given)) drift = { ms: given + 500 - wall(), at: new Date(wall()).toISOString() }
    },
    /** Reads the calls of the 24 hours before `now` (ms since 1970). */
    readHistory: (now: number): CallHistory => history.read(now),
    read: (): ServiceHealth => ({
      environment,
      operations: buildKeyedRecord(serviceOperations, (operation) => ({
        breaker: policy.breakerState(operation),
        lastSuccess: last[operation].success,
        lastFailure: last[operation].failure,
        lastProblem: last[operation].problem,
        recent: { ended: recent[operation].sum('ended'), failed: recent[operation].sum('failed') },
      })),
      lanes: buildKeyedRecord(bulkheadLanes, policy.laneLoad),
      clockDrift: drift,
    }),
  }
}
