import type { Finality } from '@paydesk/shared/core/observations'

/** Facts that decide when the sync reads a transaction again. Times in ms since 1970. */
export interface NextReadInput {
  readonly final: number
  readonly finality: Finality
  readonly gone: number
  readonly changed_at: number
  readonly expires_at: number | null
  readonly final_read_at: number | null
  readonly listed_at: number | null
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * Bounds of the read interval of an open transaction in ms; within them the interval is the time since its
 * last change.
 */
const [minIntervalMs, maxIntervalMs] = [5 * minute, hour]
/** Offsets from the expiry in ms, around which a transaction is expected to end by itself. */
const aroundExpiryOffsetsMs = [-minute, 30 * second, 5 * minute]
/**
 * Delays in ms after an end: for a final state that is unconfirmed or whose sent notifications were not
 * listed yet, and for a transaction that the payment service does not know (any more or yet): that answer may
 * be a temporary fault.
 */
const afterEndDelaysMs = [2 * minute, 10 * minute, hour, 6 * hour]

/** Limit in ms for planned reads: a later time was written while a clock was wrong. */
export const maxReadScheduleAheadMs = 7 * hour

/** Returns the time of the next read after an end; null after the last delay. */
export function computeNextReadAfterFinalState(ended: number, now: number): number | null {
  const next = afterEndDelaysMs.map((after) => ended + after).find((at) => at > now)
  return next === undefined ? null : Math.min(next, now + maxIntervalMs * 6)
}

/** Returns the time of the next read by the sync; null if no change is expected any more. */
export function computeNextReadAt(row: NextReadInput, now: number): number | null {
  if (row.gone === 1) return computeNextReadAfterFinalState(row.changed_at, now)
  if (row.final === 1) {
    const ended = row.final_read_at
    if (ended === null) return null
    const asked = row.listed_at !== null && row.listed_at >= ended
    if (asked && row.finality !== 'unconfirmed') return null
    return computeNextReadAfterFinalState(ended, now)
  }
  const quiet = Math.min(Math.max(now - row.changed_at, minIntervalMs), maxIntervalMs)
  const expiry = row.expires_at
  const around =
    expiry === null ? [] : aroundExpiryOffsetsMs.map((by) => expiry + by).filter((at) => at > now)
  return Math.min(now + quiet, ...around)
}

/**
 * Bounds in ms of the read interval of an ended transaction with a discrepancy; within them it is the
 * discrepancy's age.
 */
const [minRecheckMs, maxRecheckMs] = [10 * minute, 6 * hour]

/** Returns the time of the next read of a transaction with a discrepancy, so that its end is noticed. */
export function computeNextDiscrepancyReadAt(since: number, now: number): number {
  return now + Math.min(Math.max(now - since, minRecheckMs), maxRecheckMs)
}
