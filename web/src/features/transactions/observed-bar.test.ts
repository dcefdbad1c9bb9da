import { describe, expect, test } from 'vitest'
import {
  buildFinalHistory,
  buildTransactionHistory,
} from '../../../../test/support/fakes/transaction-history.ts'
import { applyStateReading, buildStateIntervals } from './state-timeline.tsx'

describe('stretches of time', () => {
  const raw = (stretches: ReturnType<typeof buildStateIntervals>) =>
    stretches.map(({ state }) => state?.raw ?? null)

  test('between two looks that differ nobody knows', () => {
    expect(raw(buildStateIntervals(buildFinalHistory(), Date.now()))).toEqual([
      'PENDING',
      null,
      'PENDING',
      null,
      'SUCCESS',
    ])
  })

  test('after the last look of what is not proved nobody knows either', () => {
    const stretches = buildStateIntervals(buildTransactionHistory(), Date.now())
    expect(raw(stretches)).toEqual(['PENDING', null, 'PENDING', null])
    for (const [index, { from, to }] of stretches.entries()) {
      expect(to).toBeGreaterThan(from)
      if (index > 0) expect(from).toBe(stretches[index - 1]?.to)
    }
  })

  test('the look that is on screen counts where it says the same as the last one, and no other', () => {
    const known = buildTransactionHistory()
    const at = new Date(Date.parse(known.lastReadAt ?? '') + 60_000).toISOString()
    const same = applyStateReading(known, { at, state: 'PENDING' })
    expect(same.lastReadAt).toBe(at)
    expect(buildStateIntervals(same, Date.parse(at) + 1).at(-2)?.to).toBe(Date.parse(at))
    expect(applyStateReading(known, { at, state: 'SUCCESS' })).toBe(known)
    expect(applyStateReading(known, { at: known.lastReadAt ?? '', state: 'PENDING' })).toBe(known)
  })

  test('nothing observed is no stretch', () => {
    expect(buildStateIntervals(buildTransactionHistory({ observations: [] }), Date.now())).toEqual([])
  })
})
