import { buildKeyedRecord, type ServiceOperation, serviceOperations } from '../parsing/limits.ts'
import type { ServiceOutcome } from './outcome.ts'

/** Quarters of an hour: every time zone is a whole number of them from UTC, so they fit every clock. */
export const historySlotMs = 900_000
/** Slots of 24 hours, the current one included. */
export const historySlotCount = 96

/** Renard numbers (R10): ten steps of 25 to 28 % for each power of ten. */
const steps = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8] as const
const maxBoundMs = 31_500

/**
 * Upper bounds (ms) of the latency histogram, up to the longest deadline of a call. A call of the last bin took longer. An
 * estimate is off by at most a step, or by a millisecond.
 */
export const latencyBoundsMs: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6.3, 8],
  ...[10, 100, 1_000, 10_000].flatMap((power) => steps.map((step) => step * power)),
].filter((bound) => bound <= maxBoundMs)

export interface OperationHistory {
  /** Calls that ended in each slot, oldest first, and those of them that failed. */
  readonly ended: readonly number[]
  readonly failed: readonly number[]
  /** Latency in ms that 95 of 100 answered calls of a slot did not exceed; null without an answered call. */
  readonly p95Ms: readonly (number | null)[]
  /** Latency over all slots. */
  readonly total: { readonly p50Ms: number | null; readonly p95Ms: number | null }
}

export interface CallHistory {
  /** Start of the count (ms since 1970): this process knows of no call before it. */
  readonly since: number
  readonly operations: Readonly<Record<ServiceOperation, OperationHistory>>
}

/** Lists the starts (ms since 1970) of the slots of 24 hours, oldest first; the last one has `now` in it. */
export function listHistorySlots(now: number): readonly number[] {
  const last = Math.floor(now / historySlotMs)
  return Array.from(
    { length: historySlotCount },
    (_, at) => (last - historySlotCount + 1 + at) * historySlotMs,
  )
}

interface Slot {
  /** Number of the slot, counted from 1970; tells a slot of today from the one in the same place yesterday. */
  number: number
  ended: number
  failed: number
  /** Answered calls by bin of their latency. */
  readonly latencies: Uint32Array
}

const binCount = latencyBoundsMs.length + 1

function findBin(ms: number): number {
  const bin = latencyBoundsMs.findIndex((bound) => ms <= bound)
  return bin === -1 ? latencyBoundsMs.length : bin
}

/**
 * Estimates a quantile (ms) from counts by bin, as if the calls of a bin were spread evenly between its bounds. Calls
 * beyond the last bound count as that bound. Null without a call.
 */
export function estimateQuantileMs(latencies: Uint32Array, share: number): number | null {
  const all = latencies.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  const rank = share * all
  let below = 0
  for (const [bin, count] of latencies.entries()) {
    if (count > 0 && below + count >= rank) {
      const [from, to] = [latencyBoundsMs[bin - 1] ?? 0, latencyBoundsMs[bin]]
      return to === undefined ? from : Math.round(from + ((to - from) * (rank - below)) / count)
    }
    below += count
  }
  return latencyBoundsMs.at(-1) ?? null
}

/** Slots of one operation in a ring: a new one replaces the one of 24 hours before, so the memory is bounded. */
function createOperationSlots() {
  const ring: Slot[] = []
  const numberOf = (at: number) => Math.floor(at / historySlotMs)
  const placeOf = (number: number) => ((number % historySlotCount) + historySlotCount) % historySlotCount

  function openSlot(at: number): Slot {
    const number = numberOf(at)
    const known = ring[placeOf(number)]
    if (known?.number === number) return known
    const slot = { number, ended: 0, failed: 0, latencies: new Uint32Array(binCount) }
    ring[placeOf(number)] = slot
    return slot
  }

  return {
    openSlot,
    findSlot(at: number): Slot | undefined {
      const slot = ring[placeOf(numberOf(at))]
      return slot?.number === numberOf(at) ? slot : undefined
    },
  }
}

function summarizeSlots(slots: readonly (Slot | undefined)[]): OperationHistory {
  const all = new Uint32Array(binCount)
  for (const slot of slots)
    for (const [bin, count] of (slot?.latencies ?? []).entries()) all[bin] = (all[bin] ?? 0) + count
  return {
    ended: slots.map((slot) => slot?.ended ?? 0),
    failed: slots.map((slot) => slot?.failed ?? 0),
    p95Ms: slots.map((slot) => (slot ? estimateQuantileMs(slot.latencies, 0.95) : null)),
    total: { p50Ms: estimateQuantileMs(all, 0.5), p95Ms: estimateQuantileMs(all, 0.95) },
  }
}

/**
 * Keeps outcome and latency of the calls of the last 24 hours in memory, by operation and quarter of an hour. `wall`: ms
 * since 1970. Failed calls have no latency: one that is refused at once would make an outage look fast.
 */
export function createCallHistory(wall: () => number) {
  const since = wall()
  const operations = buildKeyedRecord(serviceOperations, createOperationSlots)
  return {
    note(operation: ServiceOperation, outcome: ServiceOutcome<unknown>['outcome'], ms: number): void {
      const slot = operations[operation].openSlot(wall())
      slot.ended += 1
      if (outcome === 'failed') slot.failed += 1
      else {
        const bin = findBin(ms)
        slot.latencies[bin] = (slot.latencies[bin] ?? 0) + 1
      }
    },
    read(now: number): CallHistory {
      const starts = listHistorySlots(now)
      return {
        since,
        operations: buildKeyedRecord(serviceOperations, (operation) =>
          summarizeSlots(starts.map((start) => operations[operation].findSlot(start))),
        ),
      }
    },
  }
}
