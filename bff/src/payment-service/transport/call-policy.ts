import {
  type BulkheadLane,
  buildKeyedRecord,
  bulkheadLanes,
  type ServiceOperation,
  serviceOperations,
  type UpstreamClock,
  type UpstreamLimits,
} from '../parsing/limits.ts'
import { createBulkhead } from './bulkhead.ts'
import type { BreakerState } from './circuit-breaker.ts'
import {
  createOperationGuard,
  createUpstreamBusyFault,
  type ServiceCallAttempt,
  type ServiceCallResult,
} from './operation-guard.ts'

export type ServiceCallPolicy = {
  /**
   * Runs a call with all its waits and attempts within `totalMs`, or within `documentMs` for a file. `id`: the
   * record that is asked for.
   */
  readonly run: <T>(
    call: { readonly operation: ServiceOperation; readonly lane: BulkheadLane; readonly id: string },
    work: ServiceCallAttempt<T>,
  ) => Promise<ServiceCallResult<T>>
  readonly breakerState: (operation: ServiceOperation) => BreakerState
  readonly laneLoad: (lane: BulkheadLane) => { readonly running: number; readonly waiting: number }
}

/** Creates the guard per operation and the bulkhead per lane of one environment. */
export function createServiceCallPolicy(
  limits: UpstreamLimits,
  clock: UpstreamClock,
  onBreaker: (operation: ServiceOperation, state: BreakerState) => void,
): ServiceCallPolicy {
  const bulkheads = buildKeyedRecord(bulkheadLanes, (lane) =>
    createBulkhead(limits.slots[lane], limits.waiting),
  )
  const guards = buildKeyedRecord(serviceOperations, (operation) =>
    createOperationGuard(limits, clock, (state) => onBreaker(operation, state)),
  )
  // Leave time for one complete attempt after the wait for a slot.
  const queueMs = Math.max(0, limits.totalMs - limits.firstByteMs)
  const isPatient = (lane: BulkheadLane) => lane !== 'background' && lane !== 'documents'
  return {
    run: async ({ operation, lane, id }, work) => {
      const deadline = clock.monotonic() + (operation === 'document' ? limits.documentMs : limits.totalMs)
      const guard = guards[operation]
      // Refuse before queueing: a call that is refused anyway must not wait for a slot.
      const refusal = guard.refusal()
      if (refusal !== null) return { answer: refusal, tries: 0 }
      const leave = await bulkheads[lane].enter(queueMs)
      if (leave === null) return { answer: createUpstreamBusyFault('lane_full', 1_000), tries: 0 }
      try {
        return await guard.run({ id, deadline, patient: isPatient(lane) }, work)
      } finally {
        leave()
      }
    },
    breakerState: (operation) => guards[operation].breakerState(),
    laneLoad: (lane) => ({ running: bulkheads[lane].running(), waiting: bulkheads[lane].waiting() }),
  }
}
