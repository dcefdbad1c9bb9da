import { describe, expect, it } from 'vitest'
import type { ServiceFailure } from '../payment-service/transport/outcome.ts'
import { createServiceRequestPacer } from './request-pacer.ts'
import { createServiceHealthTracker, isServiceWideFailure } from './service-health.ts'

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
  const pace = createServiceRequestPacer(50, now)
  const serviceHealth = createServiceHealthTracker({ perSecond: 50, catchUpPerSecond: 4 }, pace, {
    monotonic: now,
    wall: now,
  })
  /** Returns the current interval between two requests in ms. */
  const gap = () => {
    pace.recordRequest()
    return pace.waitMs()
  }
  return { clock, condition: serviceHealth, gap }
}

describe('createServiceHealthTracker', () => {
  it('one failing transaction does not delay others, even if it fails often', () => {
    const { condition: serviceHealth } = begin()
    for (let times = 0; times < 20; times++) serviceHealth.recordFailure('one', refused)
    expect(serviceHealth.waitMs()).toBe(0)
    expect(serviceHealth.maxParallel()).toBe(2)
  })

  it('several failures in a row cause an outage with one probe at a time, at growing intervals', () => {
    const { clock, condition: serviceHealth } = begin()
    for (const id of ['one', 'two', 'three']) serviceHealth.recordFailure(id, refused)
    expect(serviceHealth.maxParallel()).toBe(1)
    const waits: number[] = []
    for (let probe = 0; probe < 5; probe++) {
      const wait = serviceHealth.waitMs()
      waits.push(wait)
      clock.now += wait
      expect(serviceHealth.waitMs()).toBe(0)
      serviceHealth.recordFailure('one', refused)
    }
    expect(waits).toEqual([1_000, 2_000, 5_000, 5_000, 5_000])
  })

  it('a success between failures clears them', () => {
    const { condition: serviceHealth } = begin()
    serviceHealth.recordFailure('one', refused)
    serviceHealth.recordFailure('two', refused)
    expect(serviceHealth.recordSuccess('one')).toBe(false)
    serviceHealth.recordFailure('three', refused)
    expect(serviceHealth.waitMs()).toBe(0)
  })

  it('recovers at the slow rate until the delayed reads are done', () => {
    const { clock, condition: serviceHealth, gap } = begin()
    for (const id of ['one', 'two', 'three']) serviceHealth.recordFailure(id, refused)
    clock.now += 1_000
    expect(serviceHealth.recordSuccess('one')).toBe(true)
    expect(serviceHealth.recoveringSince()).toBe(1_000)
    expect(serviceHealth.maxParallel()).toBe(1)
    expect(gap()).toBeGreaterThan(250)
    // Expect true only once: only the first success makes delayed reads due.
    expect(serviceHealth.recordSuccess('one')).toBe(false)
    expect(gap()).toBeGreaterThan(250)
    serviceHealth.markRecovered()
    expect(serviceHealth.recoveringSince()).toBeNull()
    expect(gap()).toBeLessThan(25)
  })

  it('applies a Retry-After at once, up to a minute', () => {
    const { condition: serviceHealth } = begin()
    serviceHealth.recordFailure('one', held(30))
    expect(serviceHealth.waitMs()).toBe(30_000)
    serviceHealth.recordFailure('one', held(3_600))
    expect(serviceHealth.waitMs()).toBe(60_000)
    const { condition: other } = begin()
    for (const cause of ['lane_full', 'http_429', 'held_id'])
      other.recordFailure('one', { ...held(30), cause })
    expect(other.waitMs()).toBe(0)
  })

  it('unusable answers about several transactions in a row count as an outage', () => {
    const { condition: serviceHealth } = begin()
    for (const id of ['one', 'two']) serviceHealth.recordFailure(id, null)
    expect(serviceHealth.waitMs()).toBe(0)
    serviceHealth.recordFailure('three', null)
    expect(serviceHealth.waitMs()).toBe(1_000)
    for (const id of ['one', 'two', 'three', 'four']) expect(serviceHealth.isTransactionFault(id)).toBe(false)
    expect(serviceHealth.recordSuccess('one')).toBe(true)
  })

  it('an unusable answer is a fault of the transaction if others were read since', () => {
    const { condition: serviceHealth } = begin()
    serviceHealth.recordFailure('one', null)
    expect(serviceHealth.isTransactionFault('one')).toBe(false)
    serviceHealth.recordNotFound()
    expect(serviceHealth.isTransactionFault('one')).toBe(false)
    serviceHealth.recordSuccess('two')
    expect(serviceHealth.isTransactionFault('one')).toBe(true)
    expect(serviceHealth.isTransactionFault('two')).toBe(false)
    // Expect the same again after every unusable answer.
    serviceHealth.recordFailure('one', null)
    expect(serviceHealth.isTransactionFault('one')).toBe(false)
    serviceHealth.recordSuccess('two')
    serviceHealth.recordSuccess('one')
    expect(serviceHealth.isTransactionFault('one')).toBe(false)
  })

  it('a 404 ends an outage and clears no other failures', () => {
    const { condition: serviceHealth } = begin()
    serviceHealth.recordFailure('one', null)
    serviceHealth.recordFailure('two', null)
    expect(serviceHealth.recordNotFound()).toBe(false)
    serviceHealth.recordFailure('three', null)
    expect(serviceHealth.waitMs()).toBe(1_000)
    expect(serviceHealth.recordNotFound()).toBe(true)
    expect(serviceHealth.recoveringSince()).not.toBeNull()
  })

  it('an unusable record is not an outage', () => {
    const outcome = 'failed'
    expect(isServiceWideFailure({ outcome, problem: 'upstream_mismatch', cause: 'other_id' })).toBe(false)
    expect(isServiceWideFailure({ outcome, problem: 'upstream_bad_response', cause: 'no_id' })).toBe(false)
    expect(isServiceWideFailure({ outcome, problem: 'upstream_timeout', cause: 'total' })).toBe(true)
  })
})
