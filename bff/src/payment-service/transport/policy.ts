import {
  type Lane,
  lanes,
  mapOf,
  type Operation,
  operations,
  type UpstreamClock,
  type UpstreamLimits,
} from '../parsing/limits.ts'
import { createBulkhead } from './bulkhead.ts'
import type { BreakerState } from './circuit-breaker.ts'
import { busy, createGuard, type Ran, type Try } from './guard.ts'

export type Policy = {
  /** A call with all its waits and tries: at most `totalMs`, for a file `documentMs`. */
  readonly run: <T>(operation: Operation, lane: Lane, work: Try<T>) => Promise<Ran<T>>
  readonly breakerState: (operation: Operation) => BreakerState
  readonly laneLoad: (lane: Lane) => { readonly running: number; readonly waiting: number }
}

/** Guards per operation and bulkheads per lane, of one environment. */
export function createPolicy(
  limits: UpstreamLimits,
  clock: UpstreamClock,
  onBreaker: (operation: Operation, state: BreakerState) => void,
): Policy {
  const bulkheads = mapOf(lanes, (lane) => createBulkhead(limits.slots[lane], limits.waiting))
  const guards = mapOf(operations, (operation) =>
    createGuard(limits, clock, (state) => onBreaker(operation, state)),
  )
  // Whoever gets a slot still has the time for one whole try.
  const queueMs = Math.max(0, limits.totalMs - limits.firstByteMs)
  const isPatient = (lane: Lane) => lane !== 'background' && lane !== 'documents'
  return {
    run: async (operation, lane, work) => {
      const deadline = clock.monotonic() + (operation === 'document' ? limits.documentMs : limits.totalMs)
      const guard = guards[operation]
      // What is refused in any case does not wait for a slot.
      const refusal = guard.refusal()
      if (refusal !== null) return { answer: refusal, tries: 0 }
      const leave = await bulkheads[lane].enter(queueMs)
      if (leave === null) return { answer: busy('lane_full', 1_000), tries: 0 }
      try {
        return await guard.run(deadline, work, isPatient(lane))
      } finally {
        leave()
      }
    },
    breakerState: (operation) => guards[operation].breakerState(),
    laneLoad: (lane) => ({ running: bulkheads[lane].running(), waiting: bulkheads[lane].waiting() }),
  }
}
