import { describe, expect, it } from 'vitest'
import {
  createCallHistory,
  estimateQuantileMs,
  historySlotCount,
  historySlotMs,
  latencyBoundsMs,
  listHistorySlots,
} from './call-history.ts'

const begin = Date.parse('2026-03-12T09:00:00Z')
const day = historySlotCount * historySlotMs

function startHistory(at = begin) {
  let now = at
  const history = createCallHistory(() => now)
  return {
    ...history,
    /** Notes calls of one read of a state at this time. */
    note: (
      when: number,
      latencies: readonly number[],
      outcome: 'found' | 'not_found' | 'failed' = 'found',
    ) => {
      now = when
      for (const ms of latencies) history.note('state', outcome, ms)
    },
    state: (when: number) => history.read(when).operations.state,
  }
}

/** Slots with a value, by their distance from the current one. */
const filled = (values: readonly (number | null)[]) =>
  values.flatMap((value, at) => (value === null || value === 0 ? [] : [[values.length - 1 - at, value]]))

describe('the slots of 24 hours', () => {
  it('are quarters of an hour, the last one with this moment in it', () => {
    for (const now of [begin, begin + 1, begin + historySlotMs - 1]) {
      const slots = listHistorySlots(now)
      expect(slots).toHaveLength(96)
      expect(slots.at(-1)).toBe(begin)
      expect(slots[0]).toBe(begin - 95 * historySlotMs)
    }
    expect(listHistorySlots(begin + historySlotMs).at(-1)).toBe(begin + historySlotMs)
  })
})

describe('the history of calls', () => {
  it('counts calls in the quarter of an hour in which they end', () => {
    const history = startHistory()
    history.note(begin, [10])
    history.note(begin + historySlotMs - 1, [10])
    history.note(begin + historySlotMs, [10])
    history.note(begin + historySlotMs, [10], 'failed')
    const { ended, failed } = history.state(begin + historySlotMs)
    expect(filled(ended)).toEqual([
      [1, 2],
      [0, 2],
    ])
    expect(filled(failed)).toEqual([[0, 1]])
  })

  it('counts each operation on its own, and not found as answered', () => {
    const history = startHistory()
    history.note(begin, [10], 'not_found')
    const { state, list } = history.read(begin).operations
    expect([filled(state.ended), filled(state.failed), state.total.p95Ms]).toEqual([[[0, 1]], [], 10])
    expect([filled(list.ended), filled(list.p95Ms), list.total]).toEqual([
      [],
      [],
      { p50Ms: null, p95Ms: null },
    ])
  })

  it('forgets a slot once it is 24 hours old, also before another call takes its place', () => {
    const history = startHistory()
    history.note(begin, [10])
    expect(filled(history.state(begin + day - 1).ended)).toEqual([[95, 1]])
    expect(filled(history.state(begin + day).ended)).toEqual([])
    history.note(begin + day, [10, 10])
    expect(filled(history.state(begin + day).ended)).toEqual([[0, 2]])
  })

  it('never shows a call of a time that is still to come, after the clock was set back', () => {
    const history = startHistory()
    history.note(begin + day / 2, [10])
    history.note(begin, [10, 10])
    expect(filled(history.state(begin).ended)).toEqual([[0, 2]])
    expect(filled(history.state(begin + day / 2).ended)).toEqual([
      [48, 2],
      [0, 1],
    ])
  })

  it('says since when it counts', () => {
    const history = startHistory()
    history.note(begin + historySlotMs, [10])
    expect(history.read(begin + day).since).toBe(begin)
  })

  it('has no latency of a failed call: a refused connection is quick', () => {
    const history = startHistory()
    history.note(begin, [1, 1, 1], 'failed')
    expect(history.state(begin)).toMatchObject({ total: { p50Ms: null, p95Ms: null } })
    history.note(begin, [200])
    expect(history.state(begin)).toMatchObject({ total: { p50Ms: 180, p95Ms: 198 } })
  })

  it('estimates the latency of a slot from its own calls, and of the day from all', () => {
    const history = startHistory()
    history.note(
      begin,
      Array.from({ length: 20 }, () => 90),
    )
    history.note(begin + historySlotMs, [2_900])
    const { p95Ms, total } = history.state(begin + historySlotMs)
    expect(filled(p95Ms)).toEqual([
      [1, 99],
      [0, 3_118],
    ])
    expect(total).toEqual({ p50Ms: 91, p95Ms: 100 })
  })
})

describe('a quantile of a histogram', () => {
  const histogram = (bins: Readonly<Record<number, number>>) =>
    Uint32Array.from({ length: latencyBoundsMs.length + 1 }, (_, bin) => bins[bin] ?? 0)

  it('is null without a call', () => {
    expect(estimateQuantileMs(histogram({}), 0.95)).toBeNull()
  })

  it('lies within the bin of its rank', () => {
    // 19 calls of at most 1 ms, one of 1 to 2 ms: the nineteenth is the 95th of a hundred.
    expect(estimateQuantileMs(histogram({ 0: 19, 1: 1 }), 0.95)).toBe(1)
    expect(estimateQuantileMs(histogram({ 0: 18, 1: 2 }), 0.95)).toBe(2)
    expect(estimateQuantileMs(histogram({ 0: 1, 5: 1 }), 0.5)).toBe(1)
  })

  it('is the last bound for calls that took longer', () => {
    expect(estimateQuantileMs(histogram({ [latencyBoundsMs.length]: 3 }), 0.5)).toBe(latencyBoundsMs.at(-1))
  })

  it('is off by at most a step of 28 % or by a millisecond, for every latency up to the last bound', () => {
    for (let ms = 1; ms <= 30_000; ms += 7) {
      const history = startHistory()
      history.note(
        begin,
        Array.from({ length: 40 }, () => ms),
      )
      const { p50Ms, p95Ms } = history.state(begin).total
      for (const estimate of [p50Ms, p95Ms]) {
        expect(estimate, String(ms)).toBeGreaterThanOrEqual(ms / 1.28 - 1)
        expect(estimate, String(ms)).toBeLessThanOrEqual(ms * 1.28 + 1)
      }
    }
  })
})
