import { describe, expect, it } from 'vitest'
import type { ServiceFailure } from '../payment-service/transport/outcome.ts'
import { createRequestPacer } from './request-pacer.ts'
import { createServiceHealthTracker, isOutage } from './service-health.ts'

const refused: ServiceFailure = { outcome: 'failed', problem: 'upstream_unreachable', cause: 'refused' }
const held = (retryAfter: number): ServiceFailure => ({
  outcome: 'failed',
  problem: 'upstream_busy',
  cause: 'held',
  retryAfter,
})

function begin() {
  const clock = { now: 0 }
  const now = () => clock.now
  const pace = createRequestPacer(50, now)
  const condition = createServiceHealthTracker({ perSecond: 50, catchUpPerSecond: 4 }, pace, {
    monotonic: now,
    wall: now,
  })
  /** ms between two requests as it stands. */
  const gap = () => {
    pace.recordRequest()
    return pace.waitMs()
  }
  return { clock, condition, gap }
}

describe('the condition of the service', () => {
  it('one failing transaction, however often, holds up nobody', () => {
    const { condition } = begin()
    for (let times = 0; times < 20; times++) condition.recordFailure('one', refused)
    expect(condition.waitMs()).toBe(0)
    expect(condition.maxParallel()).toBe(2)
  })

  it('several in a row, and it is asked by one read, further and further apart', () => {
    const { clock, condition } = begin()
    for (const id of ['one', 'two', 'three']) condition.recordFailure(id, refused)
    expect(condition.maxParallel()).toBe(1)
    const waits: number[] = []
    for (let probe = 0; probe < 5; probe++) {
      const wait = condition.waitMs()
      waits.push(wait)
      clock.now += wait
      expect(condition.waitMs()).toBe(0)
      condition.recordFailure('one', refused)
    }
    expect(waits).toEqual([1_000, 2_000, 5_000, 5_000, 5_000])
  })

  it('a success between failures forgives them', () => {
    const { condition } = begin()
    condition.recordFailure('one', refused)
    condition.recordFailure('two', refused)
    expect(condition.recordSuccess('one')).toBe(false)
    condition.recordFailure('three', refused)
    expect(condition.waitMs()).toBe(0)
  })

  it('is caught up with slowly until what waited is done', () => {
    const { clock, condition, gap } = begin()
    for (const id of ['one', 'two', 'three']) condition.recordFailure(id, refused)
    clock.now += 1_000
    expect(condition.recordSuccess('one')).toBe(true)
    expect(condition.recoveringSince()).toBe(1_000)
    expect(condition.maxParallel()).toBe(1)
    expect(gap()).toBeGreaterThan(250)
    // Only the first success brings forward what waits.
    expect(condition.recordSuccess('one')).toBe(false)
    expect(gap()).toBeGreaterThan(250)
    condition.markRecovered()
    expect(condition.recoveringSince()).toBeNull()
    expect(gap()).toBeLessThan(25)
  })

  it('what it says about waiting is heard at once and within a minute', () => {
    const { condition } = begin()
    condition.recordFailure('one', held(30))
    expect(condition.waitMs()).toBe(30_000)
    condition.recordFailure('one', held(3_600))
    expect(condition.waitMs()).toBe(60_000)
    const { condition: other } = begin()
    other.recordFailure('one', { ...held(30), cause: 'lane_full' })
    expect(other.waitMs()).toBe(0)
  })

  it('answers that make no sense, to one after the other, are its own trouble', () => {
    const { condition } = begin()
    for (const id of ['one', 'two']) condition.recordFailure(id, null)
    expect(condition.waitMs()).toBe(0)
    condition.recordFailure('three', null)
    expect(condition.waitMs()).toBe(1_000)
    for (const id of ['one', 'two', 'three', 'four']) expect(condition.isTransactionFault(id)).toBe(false)
    expect(condition.recordSuccess('one')).toBe(true)
  })

  it('an answer that makes no sense is a transaction’s own where others were read meanwhile', () => {
    const { condition } = begin()
    condition.recordFailure('one', null)
    expect(condition.isTransactionFault('one')).toBe(false)
    condition.recordNotFound()
    expect(condition.isTransactionFault('one')).toBe(false)
    condition.recordSuccess('two')
    expect(condition.isTransactionFault('one')).toBe(true)
    expect(condition.isTransactionFault('two')).toBe(false)
    // Each time anew.
    condition.recordFailure('one', null)
    expect(condition.isTransactionFault('one')).toBe(false)
    condition.recordSuccess('two')
    condition.recordSuccess('one')
    expect(condition.isTransactionFault('one')).toBe(false)
  })

  it('that it does not know a transaction shows that it is back, and judges nobody', () => {
    const { condition } = begin()
    condition.recordFailure('one', null)
    condition.recordFailure('two', null)
    expect(condition.recordNotFound()).toBe(false)
    condition.recordFailure('three', null)
    expect(condition.waitMs()).toBe(1_000)
    expect(condition.recordNotFound()).toBe(true)
    expect(condition.recoveringSince()).not.toBeNull()
  })

  it('a record that makes no sense says nothing about it', () => {
    const outcome = 'failed'
    expect(isOutage({ outcome, problem: 'upstream_mismatch', cause: 'other_id' })).toBe(false)
    expect(isOutage({ outcome, problem: 'upstream_bad_response', cause: 'no_id' })).toBe(false)
    expect(isOutage({ outcome, problem: 'upstream_timeout', cause: 'total' })).toBe(true)
  })
})
