import { stretchesOf } from '@paydesk/web/src/transactions/observed-bar.tsx'
import { describe, expect, test } from 'vitest'
import { finalHistory, history } from '../web-fakes/observed.ts'

describe('stretches of time', () => {
  const raw = (stretches: ReturnType<typeof stretchesOf>) => stretches.map(({ state }) => state?.raw ?? null)

  test('between two looks that differ nobody knows', () => {
    expect(raw(stretchesOf(finalHistory(), Date.now()))).toEqual([
      'PENDING',
      null,
      'PENDING',
      null,
      'SUCCESS',
    ])
  })

  test('after the last look of what is not proved nobody knows either', () => {
    const stretches = stretchesOf(history(), Date.now())
    expect(raw(stretches)).toEqual(['PENDING', null, 'PENDING', null])
    for (const [index, { from, to }] of stretches.entries()) {
      expect(to).toBeGreaterThan(from)
      if (index > 0) expect(from).toBe(stretches[index - 1]?.to)
    }
  })

  test('nothing observed is no stretch', () => {
    expect(stretchesOf(history({ observations: [] }), Date.now())).toEqual([])
  })
})
