import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeNextReadAt, maxReadScheduleAheadMs, type NextReadInput } from './next-read.ts'

const minute = 60_000
const t0 = Date.parse('2026-03-01T12:00:00Z')
const open: NextReadInput = {
  final: 0,
  finality: 'open',
  gone: 0,
  changed_at: t0,
  expires_at: null,
  final_read_at: null,
  listed_at: null,
}
const ended: NextReadInput = { ...open, final: 1, finality: 'unconfirmed', final_read_at: t0 }
/** Returns the minutes from t0 at which the transaction is read if no read finds a change. */
function reads(row: NextReadInput, until: number): number[] {
  const times: number[] = []
  for (
    let at = computeNextReadAt(row, t0);
    at !== null && at <= t0 + until * minute;
    at = computeNextReadAt(row, at)
  )
    times.push((at - t0) / minute)
  return times
}

describe('the next read by the sync', () => {
  it('of an open transaction comes after the time since its last change, at most an hour', () => {
    expect(reads(open, 300)).toEqual([5, 10, 20, 40, 80, 140, 200, 260])
  })

  it('of an open transaction comes shortly before its expiry and twice after it', () => {
    const expiring = { ...open, expires_at: t0 + 45 * minute }
    expect(reads(expiring, 60)).toEqual([5, 10, 20, 40, 44, 45.5, 50])
  })

  it('of an unconfirmed final state comes four times', () => {
    expect(reads(ended, 10_000)).toEqual([2, 10, 60, 360])
  })

  it('of a confirmed final state comes until the sent notifications were listed', () => {
    const proved = { ...ended, finality: 'confirmed' } as const
    expect(reads(proved, 5)).toEqual([2])
    expect(computeNextReadAt({ ...proved, listed_at: t0 + 1 }, t0 + 2)).toBeNull()
    expect(computeNextReadAt({ ...proved, listed_at: t0 - 1 }, t0 + 2)).not.toBeNull()
  })

  it('of a transaction that is gone comes four times', () => {
    expect(reads({ ...open, gone: 1 }, 10_000)).toEqual([2, 10, 60, 360])
  })

  it('never comes for a transaction that was final in the list', () => {
    expect(computeNextReadAt({ ...ended, final_read_at: null }, t0)).toBeNull()
  })

  it('lies ahead within the limit for any clock changes', () => {
    const times = fc.option(fc.integer({ min: t0 - 1e9, max: t0 + 1e9 }), { nil: null })
    const rows = fc.record({
      final: fc.constantFrom(0, 1),
      finality: fc.constantFrom('open', 'unconfirmed', 'confirmed_by_second_read', 'confirmed'),
      gone: fc.constantFrom(0, 1),
      changed_at: fc.integer({ min: t0 - 1e9, max: t0 + 1e9 }),
      expires_at: times,
      final_read_at: times,
      listed_at: times,
    } as const)
    fc.assert(
      fc.property(rows, fc.integer({ min: t0 - 1e9, max: t0 + 1e9 }), (row, now) => {
        const next = computeNextReadAt(row, now)
        if (next !== null) expect(next > now && next <= now + maxReadScheduleAheadMs).toBe(true)
      }),
    )
  })
})
