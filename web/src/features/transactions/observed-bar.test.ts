import { describe, expect, test } from 'vitest'
import {
  buildFinalHistory,
  buildTransactionHistory,
} from '../../../../test/support/fakes/transaction-history.ts'
import { buildStateIntervals, extendHistoryWithDisplayedRead } from './state-timeline.tsx'

describe('state intervals', () => {
  const raw = (stretches: ReturnType<typeof buildStateIntervals>) =>
    stretches.map(({ state }) => state?.raw ?? null)

  test('have no state between two different reads', () => {
    expect(raw(buildStateIntervals(buildFinalHistory(), Date.now()))).toEqual([
      'PENDING',
      null,
      'PENDING',
      null,
      'SUCCESS',
    ])
  })

  test('have no state after the last read of an unconfirmed state', () => {
    const stretches = buildStateIntervals(buildTransactionHistory(), Date.now())
    expect(raw(stretches)).toEqual(['PENDING', null, 'PENDING', null])
    for (const [index, { from, to }] of stretches.entries()) {
      expect(to).toBeGreaterThan(from)
      if (index > 0) expect(from).toBe(stretches[index - 1]?.to)
    }
  })

  test('extend to the read on screen only when its state matches the last observation', () => {
    const known = buildTransactionHistory()
    const at = new Date(Date.parse(known.lastReadAt ?? '') + 60_000).toISOString()
    const same = extendHistoryWithDisplayedRead(known, { at, state: 'PENDING' })
    expect(same.lastReadAt).toBe(at)
    expect(buildStateIntervals(same, Date.parse(at) + 1).at(-2)?.to).toBe(Date.parse(at))
    expect(extendHistoryWithDisplayedRead(known, { at, state: 'SUCCESS' })).toBe(known)
    expect(extendHistoryWithDisplayedRead(known, { at: known.lastReadAt ?? '', state: 'PENDING' })).toBe(
      known,
    )
  })

  test('are empty without observations', () => {
    expect(buildStateIntervals(buildTransactionHistory({ observations: [] }), Date.now())).toEqual([])
  })
})
