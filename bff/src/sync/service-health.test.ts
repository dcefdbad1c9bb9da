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
  /** Returns the current interval between two requests in ms. */
  const gap = () => {
    pace.recordRequest()
    return pace.waitMs()
  }
  return { clock, condition, gap }
}

describe('createServiceHealthTracker', () => {
  it('one failing transaction does not delay others, even if it fails often', () => {
    const { condition } = begin()
    for (let times = 0; times < 20; times++) condition.recordFailure('one', refused)
    expect(condition.waitMs()).toBe(0)
    expect(condition.maxParallel()).toBe(2)
  })

  it('several failures in a row cause an outage with one probe at a time, at growing intervals', () => {
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

  it('a success between failures clears them', () => {
    const { condition } = begin()
    condition.recordFailure('one', refused)
    condition.recordFailure('two', refused)
    expect(condition.recordSuccess('one')).toBe(false)
    condition.recordFailure('three', refused)
    expect(condition.waitMs()).toBe(0)
  })

  it('recovers at the slow rate until the delayed reads are done', () => {
    const { clock, condition, gap } = begin()
    for (const id of ['one', 'two', 'three']) condition.recordFailure(id, refused)
    clock.now += 1_000
    expect(condition.recordSuccess('one')).toBe(true)
    expect(condition.recoveringSince()).toBe(1_000)
    expect(condition.maxParallel()).toBe(1)
    expect(gap()).toBeGreaterThan(250)
    // Expect true only once: only the first success makes delayed reads due.
    expect(condition.recordSuccess('one')).toBe(false)
    expect(gap()).toBeGreaterThan(250)
    condition.markRecovered()
    expect(condition.recoveringSince()).toBeNull()
    expect(gap()).toBeLessThan(25)
  })

  it('applies a Retry-After at once, up to a minute', () => {
    const { condition } = begin()
    condition.recordFailure('one', held(30))
    expect(condition.waitMs()).toBe(30_000)
    condition.recordFailure('one', held(3_600))
    expect(condition.waitMs()).toBe(60_000)
    const { condition: other } = begin()
    for (const cause of ['lane_full', 'http_429', 'held_id'])
      other.recordFailure('one', { ...held(30), cause })
    expect(other.waitMs()).toBe(0)
  })

  it('unusable answers about several transactions in a row count as an outage', () => {
    const { condition } = begin()
    for (const id of ['one', 'two']) condition.recordFailure(id, null)
    expect(condition.waitMs()).toBe(0)
    condition.recordFailure('three', null)
    expect(condition.waitMs()).toBe(1_000)
    for (const id of ['one', 'two', 'three', 'four']) expect(condition.isTransactionFault(id)).toBe(false)
    expect(condition.recordSuccess('one')).toBe(true)
  })

  it('an unusable answer is a fault of the transaction if others were read since', () => {
    const { condition } = begin()
    condition.recordFailure('one', null)
    expect(condition.isTransactionFault('one')).toBe(false)
    condition.recordNotFound()
    expect(condition.isTransactionFault('one')).toBe(false)
    condition.recordSuccess('two')
    expect(condition.isTransactionFault('one')).toBe(true)
    expect(condition.isTransactionFault('two')).toBe(false)
    // Expect the same again after every unusable answer.
    condition.recordFailure('one', null)
    expect(condition.isTransactionFault('one')).toBe(false)
    condition.recordSuccess('two')
    condition.recordSuccess('one')
    expect(condition.isTransactionFault('one')).toBe(false)
  })

  it('a 404 ends an outage and clears no other failures', () => {
    const { condition } = begin()
    condition.recordFailure('one', null)
    condition.recordFailure('two', null)
    expect(condition.recordNotFound()).toBe(false)
    condition.recordFailure('three', null)
    expect(condition.waitMs()).toBe(1_000)
    expect(condition.recordNotFound()).toBe(true)
    expect(condition.recoveringSince()).not.toBeNull()
  })

  it('an unusable record is not an outage', () => {
    const outcome = 'failed'
    expect(isOutage({ outcome, problem: 'upstream_mismatch', cause: 'other_id' })).toBe(false)
    expect(isOutage({ outcome, problem: 'upstream_bad_response', cause: 'no_id' })).toBe(false)
    expect(isOutage({ outcome, problem: 'upstream_timeout', cause: 'total' })).toBe(true)
  })
})
