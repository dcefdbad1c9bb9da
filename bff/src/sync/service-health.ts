import type { ServiceFailure } from '../payment-service/transport/outcome.ts'
import type { ServiceRequestPacer } from './request-pacer.ts'

/**
 * Health of the payment service as the reads see it. `down`: one read at a time probes it. `recovering`:
 * reads that came due during the outage run one by one at the catch-up rate.
 */
export interface ServiceHealthTracker {
  /** Returns the number of reads that may be in flight at once. */
  maxParallel(): number
  /** Returns true during an outage: only probes may go. */
  isDown(): boolean
  /** Returns the ms until the next probe of an outage, otherwise 0. */
  waitMs(): number
  /** Records a failed read; `failure` is null if an unusable answer came. */
  recordFailure(transaction: string, failure: ServiceFailure | null): void
  /**
   * Records a successful read. Returns true if the payment service has just recovered: waiting reads may go.
   */
  recordSuccess(transaction: string): boolean
  /**
   * Records a 404. The payment service is reachable, but a 404 does not clear other failures. Returns true if
   * the payment service has just recovered.
   */
  recordNotFound(): boolean
  /** Returns true if another transaction was read since the last unusable answer about this one. */
  isTransactionFault(transaction: string): boolean
  /** Returns the start of the recovery (wall clock, ms); null unless recovering. */
  recoveringSince(): number | null
  markRecovered(): void
}

export interface ServiceRequestRates {
  readonly perSecond: number
  readonly catchUpPerSecond: number
}

/**
 * Number of transactions whose reads must fail in a row before the payment service, not a transaction, is at
 * fault.
 */
const outageThreshold = 3
const probeDelaysMs = [1_000, 2_000, 5_000]
const maxRetryAfterMs = 60_000
const maxParallelReads = 2
/** Limit of remembered transactions with unusable answers: forgetting one only gives it more attempts. */
const maxInvalidAnswers = 10_000

/** Causes of `upstream_busy` that do not concern every read: our own full lane, and a 429 for one id. */
const causesOfOneRead: ReadonlySet<string> = new Set(['lane_full', 'http_429', 'held_id'])

/** Tells if a failure says something about the payment service and not about one transaction. */
export function isServiceWideFailure({ problem }: ServiceFailure): boolean {
  return (
    problem === 'upstream_unreachable' ||
    problem === 'upstream_timeout' ||
    problem === 'upstream_busy' ||
    problem === 'upstream_auth'
  )
}

/** Creates the tracker. `monotonic` must never go back; `wall` is the clock that dates rows. */
export function createServiceHealthTracker(
  rates: ServiceRequestRates,
  pace: ServiceRequestPacer,
  clock: { monotonic(): number; wall(): number },
): ServiceHealthTracker {
  let state: 'well' | 'down' | 'recovering' = 'well'
  let since = 0
  let probes = 0
  let until = 0
  const failing = new Set<string>()
  /** Number of successful reads before the last unusable answer, by transaction. */
  const odd = new Map<string, number>()
  let good = 0

  function isBack(): boolean {
    if (state !== 'down') return false
    failing.clear()
    state = 'recovering'
    since = clock.wall()
    pace.setRate(rates.catchUpPerSecond)
    return true
  }

  return {
    maxParallel: () => (state === 'well' ? maxParallelReads : 1),
    isDown: () => state === 'down',
    waitMs: () => (state === 'down' ? Math.max(0, until - clock.monotonic()) : 0),
    recordFailure(transaction, failure) {
      failing.add(transaction)
      if (failure === null) odd.set(transaction, good)
      if (odd.size > maxInvalidAnswers) odd.clear()
      // Count as an outage at once: such a refusal applies to all reads.
      const forAll = failure?.problem === 'upstream_busy' && !causesOfOneRead.has(failure.cause)
      if (state !== 'down' && failing.size < outageThreshold && !forAll) return
      if (state !== 'down') probes = 0
      state = 'down'
      const asked = Math.min((failure?.retryAfter ?? 0) * 1_000, maxRetryAfterMs)
      until = clock.monotonic() + Math.max(probeDelaysMs[probes] ?? 5_000, asked)
      probes += 1
    },
    recordSuccess(transaction) {
      failing.clear()
      odd.delete(transaction)
      good += 1
      return isBack()
    },
    recordNotFound: isBack,
    isTransactionFault: (transaction) => (odd.get(transaction) ?? good) < good,
    recoveringSince: () => (state === 'recovering' ? since : null),
    markRecovered() {
      if (state !== 'recovering') return
      state = 'well'
      pace.setRate(rates.perSecond)
    },
  }
}
