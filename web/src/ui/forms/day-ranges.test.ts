import { describe, expect, it } from 'vitest'
import { dayPresets, getDayInTimeZone, resolveDayPreset } from './day-ranges.ts'

const resolveAll = (today: string) =>
  Object.fromEntries(
    dayPresets.map((preset) => {
      const { from, to } = resolveDayPreset(preset, today)
      return [preset, `${from} ${to}`]
    }),
  )

describe('day presets', () => {
  it('end today, cross the year, and begin the week on Monday', () => {
    expect(resolveAll('2026-01-02')).toEqual({
      today: '2026-01-02 2026-01-02',
      yesterday: '2026-01-01 2026-01-01',
      week: '2025-12-29 2026-01-02',
      last7: '2025-12-27 2026-01-02',
      last30: '2025-12-04 2026-01-02',
      last90: '2025-10-05 2026-01-02',
    })
    expect(resolveAll('2026-11-23').week).toBe('2026-11-23 2026-11-23')
    expect(resolveAll('2026-11-29').week).toBe('2026-11-23 2026-11-29')
  })

  it('count from the day of the time zone', () => {
    const at = Date.parse('2026-03-29T22:30:00Z')
    expect(getDayInTimeZone(at, 'Europe/Berlin')).toBe('2026-03-30')
    expect(getDayInTimeZone(at, 'America/New_York')).toBe('2026-03-29')
  })
})
