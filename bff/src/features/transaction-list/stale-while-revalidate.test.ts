import { describe, expect, it } from 'vitest'
import { cacheStaleWhileRevalidate } from './stale-while-revalidate.ts'

function counting(ms: number, freshTimeFactor = 0) {
  const state = { at: 1, asked: 0, answers: [] as ((value: number | Error) => void)[] }
  const ask = cacheStaleWhileRevalidate(
    (key: string) => key,
    () => {
      state.asked += 1
      return new Promise<number>((done, failed) =>
        state.answers.push((value) => (value instanceof Error ? failed(value) : done(value))),
      )
    },
    { ms, freshTimeFactor, now: () => state.at },
  )
  return { state, ask, answer: (value: number | Error) => state.answers.shift()?.(value) }
}

describe('a cached answer', () => {
  it('is computed once for all callers that wait for the first answer', async () => {
    const { ask, answer, state } = counting(10)
    const all = [ask('a'), ask('a'), ask('a')]
    answer(1)
    expect(await Promise.all(all)).toEqual([1, 1, 1])
    expect(state.asked).toBe(1)
  })

  it('is returned at once when stale and recomputed in the background', async () => {
    const { ask, answer, state } = counting(10)
    const first = ask('a')
    answer(1)
    await first
    state.at = 11
    expect(await ask('a')).toBe(1)
    expect(state.asked).toBe(1)
    state.at = 12
    expect([await ask('a'), await ask('a')]).toEqual([1, 1])
    expect(state.asked).toBe(2)
    answer(2)
    await expect.poll(() => ask('a')).toBe(2)
  })

  it('stays if recomputing fails, and the next caller tries again', async () => {
    const { ask, answer, state } = counting(10)
    const first = ask('a')
    answer(1)
    await first
    state.at = 12
    expect(await ask('a')).toBe(1)
    answer(new Error('down'))
    await expect.poll(async () => [await ask('a'), state.asked]).toEqual([1, 3])
  })

  it('is not cached if computing fails, and rejects for the first caller', async () => {
    const { ask, answer } = counting(10)
    const first = ask('a')
    answer(new Error('down'))
    await expect(first).rejects.toThrow('down')
    const second = ask('a')
    answer(4)
    expect(await second).toBe(4)
  })

  it('is recomputed less often the longer computing takes', async () => {
    const { ask, answer, state } = counting(10, 100)
    const first = ask('a')
    state.at = 6
    answer(1)
    await first
    state.at = 506
    await ask('a')
    expect(state.asked).toBe(1)
    state.at = 507
    await ask('a')
    expect(state.asked).toBe(2)
  })

  it('is kept for a limited number of keys', async () => {
    const { ask, answer, state } = counting(1_000)
    for (let n = 0; n < 250; n += 1) {
      const one = ask(`q${n}`)
      answer(n)
      await one
    }
    await ask('q249')
    expect(state.asked).toBe(250)
    const again = ask('q0')
    answer(0)
    await again
    expect(state.asked).toBe(251)
  })
})
