import type { Finality } from '@paydesk/shared/core/observations'

/** What decides when a transaction is read again without anybody asking. Times in ms since 1970. */
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

/** An open transaction is looked at after as long as it has been quiet, within these bounds. */
const [minIntervalMs, maxIntervalMs] = [5 * minute, hour]
/** Its end by itself is expected around its expiry. */
const aroundExpiryOffsetsMs = [-minute, 30 * second, 5 * minute]
/**
 * A final state that lacks its proof, or of which the service was not asked what it sent; and what the
 * service does not know, any more or yet: it may have answered so in a bad hour.
 */
const afterEndDelaysMs = [2 * minute, 10 * minute, hour, 6 * hour]

/** No read is ever planned further ahead: a later time was written while a clock was wrong. */
export const maxScheduleAheadMs = 7 * hour

/** When to look again after something ended; null after the last time. */
export function computeAfterEndReadAt(ended: number, now: number): number | null {
  const next = afterEndDelaysMs.map((after) => ended + after).find((at) => at > now)
  return next === undefined ? null : Math.min(next, now + maxIntervalMs * 6)
}

/** When the sweep reads it again; null where nothing is expected any more. */
export function computeNextReadAt(row: NextReadInput, now: number): number | null {
  if (row.gone === 1) return computeAfterEndReadAt(row.changed_at, now)
  if (row.final === 1) {
    const ended = row.final_read_at
    if (ended === null) return null
    const asked = row.listed_at !== null && row.listed_at >= ended
    if (asked && row.finality !== 'unproved') return null
    return computeAfterEndReadAt(ended, now)
  }
  const quiet = Math.min(Math.max(now - row.changed_at, minIntervalMs), maxIntervalMs)
  const expiry = row.expires_at
  const around =
    expiry === null ? [] : aroundExpiryOffsetsMs.map((by) => expiry + by).filter((at) => at > now)
  return Math.min(now + quiet, ...around)
}

/** What differs on a transaction that is over is looked at again after as long as it has differed (ms). */
const [minRecheckMs, maxRecheckMs] = [10 * minute, 6 * hour]

/** When a transaction is read again whose facts have differed since then, so that it is seen when they agree. */
export function computeDiscrepancyReadAt(since: number, now: number): number {
  return now + Math.min(Math.max(now - since, minRecheckMs), maxRecheckMs)
}
