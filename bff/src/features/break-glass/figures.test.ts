import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listRecentWeekStarts } from './figures.ts'

const hour = 3_600_000

describe('calendar weeks', () => {
  it('begin on Monday at midnight of the time zone, the current week last', () => {
    // Sunday, late in the evening of the zone; Monday begins within two minutes.
    const sunday = Date.parse('2026-03-29T21:59:00Z')
    const [last, next] = [sunday, sunday + 2 * 60_000].map((now) =>
      listRecentWeekStarts('Europe/Berlin', now).at(-1),
    )
    expect([last?.week, next?.week]).toEqual(['2026-03-23', '2026-03-30'])
    expect(next?.from).toBe(Date.parse('2026-03-29T22:00:00Z'))
  })

  it('are twelve at any time in any zone, each of seven days except for clock changes', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kathmandu',
      'Pacific/Apia',
    )
    const time = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') })
    fc.assert(
      fc.property(zones, time, (zone, now) => {
        const weeks = listRecentWeekStarts(zone, now)
        expect(weeks.length).toBe(12)
        expect(weeks.at(-1)?.from).toBeLessThanOrEqual(now)
        const begins = [...weeks.map(({ from }) => from)]
        const lengths = begins.slice(1).map((from, nth) => (from - (begins[nth] ?? 0)) / hour)
        for (const length of lengths) expect(Math.abs(length - 168)).toBeLessThanOrEqual(1)
        expect(now - (begins.at(-1) ?? 0)).toBeLessThan(169 * hour)
      }),
      { numRuns: 60 },
    )
  })
})
