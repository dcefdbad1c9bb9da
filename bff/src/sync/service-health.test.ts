import { describe, expect, it } from 'vitest'
import type { Failed } from '../payment-service/transport/outcome.ts'
import { makePace } from './pace.ts'
import { isOutage, makeCondition } from './service-health.ts'

const refused: Failed = { outcome: 'failed', problem: 'upstream_unreachable', cause: 'refused' }
const held = (retryAfter: number): Failed => ({
  outcome: 'failed',
  problem: 'upstream_busy',
  cause: 'held',
  retryAfter,
})

function begin() {
  const clock = { now: 0 }
  const now = () => clock.now
  const pace = makePace(50, now)
  const condition = makeCondition({ perSecond: 50, catchUpPerSecond: 4 }, pace, { monotonic: now, wall: now })
  /** ms between two requests as it stands. */
  const gap = () => {
    pace.take()
    return pace.waitMs()
  }
  return { clock, condition, gap }
}

describe('the condition of the service', () => {
  it('one failing transaction, however often, holds up nobody', () => {
    const { condition } = begin()
    for (let times = 0; times < 20; times++) condition.failed('one', refused)
    expect(condition.waitMs()).toBe(0)
    expect(condition.parallel()).toBe(2)
  })

  it('several in a row, and it is asked by one read, further and further apart', () => {
    const { clock, condition } = begin()
    for (const id of ['one', 'two', 'three']) condition.failed(id, refused)
    expect(condition.parallel()).toBe(1)
    const waits: number[] = []
    for (let probe = 0; probe < 5; probe++) {
      const wait = condition.waitMs()
      waits.push(wait)
      clock.now += wait
      expect(condition.waitMs()).toBe(0)
      condition.failed('one', refused)
    }
    expect(waits).toEqual([1_000, 2_000, 5_000, 5_000, 5_000])
  })

  it('a success between failures forgives them', () => {
    const { condition } = begin()
    condition.failed('one', refused)
    condition.failed('two', refused)
    expect(condition.succeeded('one')).toBe(false)
    condition.failed('three', refused)
    expect(condition.waitMs()).toBe(0)
  })

  it('is caught up with slowly until what waited is done', () => {
    const { clock, condition, gap } = begin()
    for (const id of ['one', 'two', 'three']) condition.failed(id, refused)
    clock.now += 1_000
    expect(condition.succeeded('one')).toBe(true)
    expect(condition.recoveringSince()).toBe(1_000)
    expect(condition.parallel()).toBe(1)
    expect(gap()).toBeGreaterThan(250)
    // Only the first success brings forward what waits.
    expect(condition.succeeded('one')).toBe(false)
    expect(gap()).toBeGreaterThan(250)
    condition.recovered()
    expect(condition.recoveringSince()).toBeNull()
    expect(gap()).toBeLessThan(25)
  })

  it('what it says about waiting is heard at once and within a minute', () => {
    const { condition } = begin()
    condition.failed('one', held(30))
    expect(condition.waitMs()).toBe(30_000)
    condition.failed('one', held(3_600))
    expect(condition.waitMs()).toBe(60_000)
    const { condition: other } = begin()
    other.failed('one', { ...held(30), cause: 'lane_full' })
    expect(other.waitMs()).toBe(0)
  })

  it('answers that make no sense, to one after the other, are its own trouble', () => {
    const { condition } = begin()
    for (const id of ['one', 'two']) condition.failed(id, null)
    expect(condition.waitMs()).toBe(0)
    condition.failed('three', null)
    expect(condition.waitMs()).toBe(1_000)
    for (const id of ['one', 'two', 'three', 'four']) expect(condition.isItsOwn(id)).toBe(false)
    expect(condition.succeeded('one')).toBe(true)
  })

  it('an answer that makes no sense is a transaction’s own where others were read meanwhile', () => {
    const { condition } = begin()
    condition.failed('one', null)
    expect(condition.isItsOwn('one')).toBe(false)
    condition.answered()
    expect(condition.isItsOwn('one')).toBe(false)
    condition.succeeded('two')
    expect(condition.isItsOwn('one')).toBe(true)
    expect(condition.isItsOwn('two')).toBe(false)
    // Each time anew.
    condition.failed('one', null)
    expect(condition.isItsOwn('one')).toBe(false)
    condition.succeeded('two')
    condition.succeeded('one')
    expect(condition.isItsOwn('one')).toBe(false)
  })

  it('that it does not know a transaction shows that it is back, and judges nobody', () => {
    const { condition } = begin()
    condition.failed('one', null)
    condition.failed('two', null)
    expect(condition.answered()).toBe(false)
    condition.failed('three', null)
    expect(condition.waitMs()).toBe(1_000)
    expect(condition.answered()).toBe(true)
    expect(condition.recoveringSince()).not.toBeNull()
  })

  it('a record that makes no sense says nothing about it', () => {
    const outcome = 'failed'
    expect(isOutage({ outcome, problem: 'upstream_mismatch', cause: 'other_id' })).toBe(false)
    expect(isOutage({ outcome, problem: 'upstream_bad_response', cause: 'no_id' })).toBe(false)
    expect(isOutage({ outcome, problem: 'upstream_timeout', cause: 'total' })).toBe(true)
  })
})
