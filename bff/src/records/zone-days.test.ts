import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pickByRunLength } from '../platform/runtime/run-length.test-kit.ts'
import { listZoneDays, listZoneDaysUpTo } from './zone-days.ts'

const hour = 3_600_000
const dayIn = (zone: string, at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)

it('starts every day at its first instant in the zone and ends with today', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Africa/Cairo', 'Pacific/Apia']
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) }),
      fc.constantFrom(7, 30, 90),
      (zone, now, count) => {
        const days = listZoneDays(zone, now, count)
        expect(days).toHaveLength(count)
        expect(days.at(-1)?.day).toBe(dayIn(zone, now))
        for (const { day, from } of days) {
          expect(dayIn(zone, from)).toBe(day)
          expect(dayIn(zone, from - 1) < day).toBe(true)
        }
        const { days: same, to } = listZoneDaysUpTo(zone, days.at(-1)?.day ?? '', count)
        expect(same).toEqual(days)
        expect(dayIn(zone, to - 1)).toBe(days.at(-1)?.day)
        expect(dayIn(zone, to) > (days.at(-1)?.day ?? '')).toBe(true)
      },
    ),
    { numRuns: pickByRunLength(15, 60) },
  )
})

it('gives a day with a clock change 23 or 25 hours', () => {
  const lengths = (now: string) =>
    listZoneDays('Europe/Berlin', Date.parse(now), 3).map(
      ({ from }, at, all) => ((all[at + 1]?.from ?? 0) - from) / hour,
    )
  expect(lengths('2026-03-30T12:00:00Z').slice(0, 2)).toEqual([24, 23])
  expect(lengths('2026-10-26T12:00:00Z').slice(0, 2)).toEqual([24, 25])
})
