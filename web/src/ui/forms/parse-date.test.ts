import { createFormatter, dateStyles, type Language } from '@paydesk/shared/core/formatter'
import { describe, expect, it } from 'vitest'
import { addDays } from './day-ranges.ts'
import { parseDate } from './parse-date.ts'

const latest = '2026-11-28'
const parse = (text: string, dates: (typeof dateStyles)[number] = 'words', last = latest) => {
  const parsed = parseDate(text, { dates, latest: last })
  return parsed.ok ? parsed.day : parsed.problem
}

describe('a typed date', () => {
  const languages: readonly Language[] = ['en', 'de', 'en-XA', 'ar-XB']
  it.each(dateStyles)('is what the page shows, in every language (%s)', (dates) => {
    for (const language of languages) {
      const { day: formatDay } = createFormatter({ language, timeZone: 'UTC', numbers: '1,234.56', dates })
      // Two years with 29 February 2024 and the days on which clocks change.
      const days = ['2024-03-31', '2024-10-27']
      for (let day = '2024-01-05'; day < '2026-01-01'; day = addDays(day, 5)) days.push(day)
      for (const day of days)
        expect(parse(formatDay(new Date(`${day}T00:00:00Z`)), dates), `${language} ${day}`).toBe(day)
    }
  })

  it.each(dateStyles)('may have other forms that have one meaning (%s)', (dates) => {
    for (const text of [
      ...['2026-11-28', '2026/11/28', '2026.11.28', '20261128', '28.11.2026', '28/11/2026', '28-11-2026'],
      ...[
        '28112026',
        '28 11 2026',
        '28.11.26',
        ' 28.11.2026 ',
        '28. 11. 2026',
        '28 Nov 2026',
        '28. Nov. 2026',
      ],
      ...[
        '28 november 26',
        'Nov 28, 2026',
        '28th November 2026',
        '28-Nov-26',
        '2026 Nov 28',
        '28. November 2026',
      ],
    ])
      expect(parse(text, dates), text).toBe('2026-11-28')
  })

  it('is read in the order of the person where it has several meanings', () => {
    for (const style of ['words', 'dots'] as const) {
      expect(parse('26-11-28', style)).toBe('2028-11-26')
      expect(parse('261128', style)).toBe('2028-11-26')
      expect(parse('11/12/2026', style)).toBe('2026-12-11')
      expect(parse('03-02', style)).toBe('2026-02-03')
    }
    expect(parse('26-11-28', 'iso')).toBe('2026-11-28')
    expect(parse('26/11/28', 'iso')).toBe('2026-11-28')
    expect(parse('261128', 'iso')).toBe('2026-11-28')
    expect(parse('11/12/2026', 'iso')).toBe('2026-12-11')
    expect(parse('03-02', 'iso')).toBe('2026-03-02')
    expect(parse('03.02.', 'iso')).toBe('2026-02-03')
    // Never in another order because the first one fails.
    expect(parse('11/28/2026')).toBe('impossible')
  })

  it('has the months of both languages, from three letters on', () => {
    const months = ['jan januar', 'feb', 'mar mär märz maerz march', 'apr', 'may mai', 'jun juni', 'jul juli']
    const rest = ['aug', 'sep sept', 'oct okt', 'nov', 'dec dez dezember']
    for (const [at, names] of [...months, ...rest].entries())
      for (const name of names.split(' '))
        expect(parse(`5 ${name} 2025`), name).toBe(`2025-${String(at + 1).padStart(2, '0')}-05`)
    expect(parse('5 ma 2025')).toBe('form')
    expect(parse('5 foo 2025')).toBe('form')
    expect(parse('5 novo 2025')).toBe('form')
  })

  it('without a year is the latest such day', () => {
    expect(parse('28.11.')).toBe('2026-11-28')
    expect(parse('29/11')).toBe('2025-11-29')
    expect(parse('1 Dec')).toBe('2025-12-01')
    expect(parse('29.2.')).toBe('2024-02-29')
    expect(parse('29 Feb', 'words', '2103-01-01')).toBe('2096-02-29')
    expect(parse('30.2.')).toBe('impossible')
  })

  it('is no day that the calendar lacks', () => {
    expect(parse('29.02.2024')).toBe('2024-02-29')
    expect(parse('29.02.2000')).toBe('2000-02-29')
    for (const text of [
      '29.02.2026',
      '29.02.2100',
      '31.02.2026',
      '31 Apr 2026',
      '2026-11-31',
      '0.1.2026',
      '1.0.26',
    ])
      expect(parse(text), text).toBe('impossible')
    expect(parse('32.01.2026')).toBe('impossible')
    expect(parse('2026-13-01')).toBe('impossible')
    expect(parse('31022026')).toBe('impossible')
  })

  it('may be in digits of other scripts and widths', () => {
    expect(parse('٢٨/١١/٢٠٢٦')).toBe('2026-11-28')
    expect(parse('\u200f٢٨\u200f/١١\u200f/٢٠٢٦')).toBe('2026-11-28')
    expect(parse('۲۸.۱۱.۲۰۲۶')).toBe('2026-11-28')
    expect(parse('２８．１１．２０２６')).toBe('2026-11-28')
    expect(parse('2026‑11–28')).toBe('2026-11-28')
    expect(parse('२८/११/२०२६')).toBe('2026-11-28')
    expect(parse('২৮.১১.২০২৬')).toBe('2026-11-28')
    expect(parse('๒๘-๑๑-๒๐๒๖')).toBe('2026-11-28')
    expect(parse('28。11。2026')).toBe('2026-11-28')
    expect(parse('28﹘11﹣2026')).toBe('2026-11-28')
  })

  it('is nothing else', () => {
    for (const text of [
      '',
      ' ',
      '28',
      '2026',
      '11/2026',
      '28.11.202',
      '281.1.2026',
      '1.2.3.4',
      'today',
      '28:11:2026',
    ])
      expect(parse(text), text).toBe('form')
    for (const text of [
      '2026-11-28T10:00',
      '28 Nov Dec 2026',
      'Nov',
      '12345',
      '1234567',
      '28.11.2026?',
      '½.1.2026',
    ])
      expect(parse(text), text).toBe('form')
  })
})
