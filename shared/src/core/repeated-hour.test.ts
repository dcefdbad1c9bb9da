import { describe, expect, it } from 'vitest'
import { createAmbiguousTimeMarker, createFormatter } from './formatter.ts'

describe('the hour that occurs twice', () => {
  it.each([
    ['Europe/Berlin', '2026-10-25T00:30:00Z', ' UTC+2'],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', ' UTC+1'],
    ['Europe/Berlin', '2026-10-24T23:59:59Z', ''],
    ['Europe/Berlin', '2026-10-25T02:00:00Z', ''],
    ['Europe/Berlin', '2026-03-29T01:30:00Z', ''],
    ['Europe/London', '2026-10-25T00:30:00Z', ' UTC+1'],
    ['Europe/London', '2026-10-25T01:30:00Z', ' UTC'],
    ['America/New_York', '2026-11-01T05:30:00Z', ' UTC-4'],
    ['America/New_York', '2026-11-01T06:30:00Z', ' UTC-5'],
    ['America/St_Johns', '2026-11-01T04:00:00Z', ' UTC-2:30'],
    ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', ' UTC+11'],
    ['Australia/Lord_Howe', '2026-04-04T15:10:00Z', ' UTC+10:30'],
    ['Australia/Lord_Howe', '2026-04-04T14:15:00Z', ''],
    ['Asia/Kolkata', '2026-10-25T01:30:00Z', ''],
    ['UTC', '2026-10-25T01:30:00Z', ''],
  ])('in %s at %s has the mark %j', (zone, at, mark) => {
    expect(createAmbiguousTimeMarker(zone)(new Date(at))).toBe(mark)
  })

  it('is told apart in every form of a time', () => {
    const format = createFormatter({
      language: 'de',
      timeZone: 'Europe/Berlin',
      numbers: '1,234.56',
      dates: 'dots',
    })
    const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)]
    expect(format.dayAndTime(first)).toBe('25.10.2026, 02:30 UTC+2')
    expect(format.dayAndTime(second)).toBe('25.10.2026, 02:30 UTC+1')
    expect(format.shortTime(first, first)).toBe('02:30 UTC+2')
    expect(format.exactTime(second, first)).toBe('02:30:00 UTC+1')
    expect(format.dayAndTime(Date.UTC(2026, 9, 25, 3, 30))).toBe('25.10.2026, 04:30')
  })
})
