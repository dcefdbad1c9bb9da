import type { ServiceFailure } from '../payment-service/transport/outcome.ts'
import type { RequestPacer } from './request-pacer.ts'

/**
 * How the service is, as the reads find it. `down`: one read at a time asks whether it is back.
 * `recovering`: what was due when it came back is read one after the other at the slow rate.
 */
export interface ServiceHealthTracker {
  /** Reads that may be under way at once. */
  maxParallel(): number
  /** True while it is away: only what asks whether it is back may go. */
  isDown(): boolean
  /** ms for which the service is left alone. */
  waitMs(): number
  /** `failure`: null where an answer came and made no sense. */
  recordFailure(transaction: string, failure: ServiceFailure | null): void
  /** True where the service has just come back: what waited for it may go. */
  recordSuccess(transaction: string): boolean
  /** The service does not know the transaction: an answer, but none by which others are judged. True as above. */
  recordNotFound(): boolean
  /** True where another transaction was read since this one's last answer that made no sense. */
  isTransactionFault(transaction: string): boolean
  /** Since when (wall clock, ms) it is recovering; null where it is not. */
  recoveringSince(): number | null
  markRecovered(): void
}

export interface RequestRates {
  readonly perSecond: number
  readonly catchUpPerSecond: number
}

/** Reads of so many transactions must fail in a row before the service, and not a transaction, is blamed. */
const outageThreshold = 3
const probeDelaysMs = [1_000, 2_000, 5_000]
const maxRetryAfterMs = 60_000
const maxParallelReads = 2
/** Transactions with answers that made no sense, at most: forgetting one only gives it more tries. */
const maxInvalidAnswers = 10_000

/** Failures that say something about the service and not about the one transaction. */
export function isOutage({ problem }: ServiceFailure): boolean {
  return (
    problem === 'upstream_unreachable' ||
    problem === 'upstream_timeout' ||
    problem === 'upstream_busy' ||
    problem === 'upstream_auth'
  )
}

/** `monotonic` never goes back; `wall` is what rows are dated with. */
export function createServiceHealthTracker(
  rates: RequestRates,
  pace: RequestPacer,
  clock: { monotonic(): number; wall(): number },
): ServiceHealthTracker {
  let state: 'well' | 'down' | 'recovering' = 'well'
  let since = 0
  let probes = 0
  let until = 0
  const failing = new Set<string>()
  /** How many reads had come to something when an answer about this transaction made no sense. */
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
      // A refusal for now is meant for all.
      const forAll = failure?.problem === 'upstream_busy' && failure.cause !== 'lane_full'
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
