import {
  buildKeyedRecord,
  type RequestLane,
  requestLanes,
  type ServiceOperation,
  serviceOperations,
  type UpstreamClock,
  type UpstreamLimits,
} from '../parsing/limits.ts'
import { createBulkhead } from './bulkhead.ts'
import type { BreakerState } from './circuit-breaker.ts'
import {
  type CallAttempt,
  type CallResult,
  createBusyFault,
  createOperationGuard,
} from './operation-guard.ts'

export type CallPolicy = {
  /**
   * Runs a call with all its waits and attempts within `totalMs`, or within `documentMs` for a file. `id`: the
   * record that is asked for.
   */
  readonly run: <T>(
    call: { readonly operation: ServiceOperation; readonly lane: RequestLane; readonly id: string },
    work: CallAttempt<T>,
  ) => Promise<CallResult<T>>
  readonly breakerState: (operation: ServiceOperation) => BreakerState
  readonly laneLoad: (lane: RequestLane) => { readonly running: number; readonly waiting: number }
}

/** Creates the guard per operation and the bulkhead per lane of one environment. */
export function createCallPolicy(
  limits: UpstreamLimits,
  clock: UpstreamClock,
  onBreaker: (operation: ServiceOperation, state: BreakerState) => void,
): CallPolicy {
  const bulkheads = buildKeyedRecord(requestLanes, (lane) =>
    createBulkhead(limits.slots[lane], limits.waiting),
  )
  const guards = buildKeyedRecord(serviceOperations, (operation) =>
    createOperationGuard(limits, clock, (state) => onBreaker(operation, state)),
  )
  // Leave time for one complete attempt after the wait for a slot.
  const queueMs = Math.max(0, limits.totalMs - limits.firstByteMs)
  const isPatient = (lane: RequestLane) => lane !== 'background' && lane !== 'documents'
  return {
    run: async ({ operation, lane, id }, work) => {
      const deadline = clock.monotonic() + (operation === 'document' ? limits.documentMs : limits.totalMs)
      const guard = guards[operation]
      // Refuse before queueing: a call that is refused anyway must not wait for a slot.
      const refusal = guard.refusal()
      if (refusal !== null) return { answer: refusal, tries: 0 }
      const leave = await bulkheads[lane].enter(queueMs)
      if (leave === null) return { answer: createBusyFault('lane_full', 1_000), tries: 0 }
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
