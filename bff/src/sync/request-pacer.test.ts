import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createServiceRequestPacer } from './request-pacer.ts'

/** Returns the largest number of starts within any 1,000 ms. */
function busiest(starts: readonly number[]): number {
  return Math.max(0, ...starts.map((from) => starts.filter((at) => at >= from && at < from + 1_000).length))
}

describe('createRequestPacer', () => {
  it('never exceeds the rate in any second, for any arrival of requests and timer lag', () => {
    const waits = fc.array(fc.record({ idle: fc.nat(3_000), lag: fc.nat(40) }), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), waits, (perSecond, asks) => {
        let now = 0
        const pace = createServiceRequestPacer(perSecond, () => now)
        const starts: number[] = []
        for (const { idle, lag } of asks) {
          now += idle > 2_000 ? idle : 0
          const wait = pace.waitMs()
          if (wait > 0) now += wait + lag
          expect(pace.waitMs()).toBe(0)
          pace.recordRequest()
          starts.push(now)
        }
        expect(busiest(starts)).toBeLessThanOrEqual(perSecond)
      }),
    )
  })

  it('comes close to the rate', () => {
    let now = 0
    const pace = createServiceRequestPacer(50, () => now)
    let reads = 0
    for (; now < 10_000; now += pace.waitMs()) {
      pace.recordRequest()
      reads += 1
    }
    expect(reads).toBeGreaterThan(440)
  })

  it('slows down from the next request on', () => {
    let now = 0
    const pace = createServiceRequestPacer(1_000, () => now)
    pace.recordRequest()
    pace.setRate(4)
    expect(pace.waitMs()).toBeGreaterThan(250)
    now += 300
    expect(pace.waitMs()).toBe(0)
  })
})
