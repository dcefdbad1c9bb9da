import { describe, expect, test } from 'vitest'
import { finalHistory, history } from '../../../../test/support/fakes/observed.ts'
import { stretchesOf, withLook } from './observed-bar.tsx'

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

  test('the look that is on screen counts where it says the same as the last one, and no other', () => {
    const known = history()
    const at = new Date(Date.parse(known.lastReadAt ?? '') + 60_000).toISOString()
    const same = withLook(known, { at, state: 'PENDING' })
    expect(same.lastReadAt).toBe(at)
    expect(stretchesOf(same, Date.parse(at) + 1).at(-2)?.to).toBe(Date.parse(at))
    expect(withLook(known, { at, state: 'SUCCESS' })).toBe(known)
    expect(withLook(known, { at: known.lastReadAt ?? '', state: 'PENDING' })).toBe(known)
  })

  test('nothing observed is no stretch', () => {
    expect(stretchesOf(history({ observations: [] }), Date.now())).toEqual([])
  })
})
