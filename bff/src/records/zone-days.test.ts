import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../platform/problem/problem.ts'
import { pickByRunLength } from '../platform/runtime/run-length.test-kit.ts'
import { listTimeZoneDays, listTimeZoneDaysUpTo, resolveDayRange } from './zone-days.ts'

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
        const days = listTimeZoneDays(zone, now, count)
        expect(days).toHaveLength(count)
        expect(days.at(-1)?.day).toBe(dayIn(zone, now))
        for (const { day, from } of days) {
          expect(dayIn(zone, from)).toBe(day)
          expect(dayIn(zone, from - 1) < day).toBe(true)
        }
        const { days: same, to } = listTimeZoneDaysUpTo(zone, days.at(-1)?.day ?? '', count)
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
    listTimeZoneDays('Europe/Berlin', Date.parse(now), 3).map(
      ({ from }, at, all) => ((all[at + 1]?.from ?? 0) - from) / hour,
    )
  expect(lengths('2026-03-30T12:00:00Z').slice(0, 2)).toEqual([24, 23])
  expect(lengths('2026-10-26T12:00:00Z').slice(0, 2)).toEqual([24, 25])
})

const now = Date.parse('2026-11-27T12:00:00Z')
const format = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const resolve = (zone: string, range: { from?: string; to?: string }) => {
  const { from, to } = resolveDayRange(zone, range, now)
  return [format(from), format(to)]
}

describe('days of a filter', () => {
  it('are whole days of the time zone, also across clock changes', () => {
    const ofDay = (zone: string, day: string) => resolve(zone, { from: day, to: day })
    expect(ofDay('Europe/Berlin', '2026-03-29')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ])
    expect(ofDay('Europe/Berlin', '2026-10-25')).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T22:59:59.999Z',
    ])
    expect(ofDay('America/New_York', '2026-11-01')).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T04:59:59.999Z',
    ])
  })

  it('are open at a missing end', () => {
    expect(resolve('UTC', { from: '2026-11-01' })).toEqual(['2026-11-01T00:00:00.000Z', null])
    expect(resolve('UTC', { to: '2026-11-01' })).toEqual([null, '2026-11-01T23:59:59.999Z'])
  })

  it('are refused by name if they lie too far away, or end before they begin', () => {
    const refuse = (range: { from?: string; to?: string }) => {
      try {
        return resolve('Europe/Berlin', range)
      } catch (thrown) {
        if (!(thrown instanceof ProblemError)) throw thrown
        return thrown.fields
      }
    }
    const between = { rule: 'day_between', values: { first: '2000-01-01', last: '2026-11-28' } }
    expect(refuse({ from: '1999-12-31', to: '2026-11-29' })).toEqual([
      { name: 'from', ...between },
      { name: 'to', ...between },
    ])
    expect(refuse({ from: '2026-11-28', to: '2026-11-27' })).toEqual([
      { name: 'to', rule: 'day_not_before_from' },
    ])
    expect(refuse({ from: '2026-11-28', to: '2026-11-28' })).toHaveLength(2)
  })
})
