import { describe, expect, it } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

describe('createRateLimiter', () => {
  function at(perMinute: number) {
    const clock = { time: 1_000_000 }
    return { clock, may: createRateLimiter(perMinute, () => clock.time).take }
  }

  it('limits calls per minute, separately for each person', () => {
    const { may } = at(3)
    expect([may('ana'), may('ana'), may('ana'), may('ana')]).toEqual([true, true, true, false])
    expect(may('clara')).toBe(true)
  })

  it('uses a sliding window: every call is free again after a minute', () => {
    const { clock, may } = at(2)
    may('ana')
    clock.time += 30_000
    may('ana')
    clock.time += 29_999
    expect(may('ana')).toBe(false)
    clock.time += 1
    expect(may('ana')).toBe(true)
    expect(may('ana')).toBe(false)
    clock.time += 30_000
    expect(may('ana')).toBe(true)
  })

  it('counts the same thing once, until its minute is over', () => {
    const { clock, may } = at(2)
    expect([may('ana', 'x'), may('ana', 'x'), may('ana', 'y'), may('ana', 'x')]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect([may('ana', 'z'), may('ana')]).toEqual([false, false])
    expect(may('clara', 'z')).toBe(true)
    clock.time += 60_000
    expect([may('ana', 'z'), may('ana', 'x'), may('ana', 'y')]).toEqual([true, true, false])
  })

  it('does not count rejected calls', () => {
    const { clock, may } = at(1)
    may('ana')
    for (let nth = 0; nth < 59; nth += 1) {
      clock.time += 1_000
      expect(may('ana')).toBe(false)
    }
    clock.time += 1_000
    expect(may('ana')).toBe(true)
  })
})
