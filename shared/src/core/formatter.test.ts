import { describe, expect, it } from 'vitest'
import { createFormatter, type FormatOptions, findNumberStyleOfLanguage, isTimeZone } from './formatter.ts'

const formatter = (change: Partial<FormatOptions> = {}) =>
  createFormatter({
    language: 'en',
    timeZone: 'Europe/Berlin',
    numbers: '1,234.56',
    dates: 'words',
    ...change,
  })

const at = new Date('2026-03-05T23:30:09Z')
const now = Date.parse('2026-11-26T12:00:00Z')

describe('times', () => {
  it.each([
    [{}, '6 Mar 2026, 00:30', '6 Mar 00:30', '6 Mar 2026, 00:30:09'],
    [{ timeZone: 'UTC' }, '5 Mar 2026, 23:30', '5 Mar 23:30', '5 Mar 2026, 23:30:09'],
    [{ dates: 'dots' }, '06.03.2026, 00:30', '06.03. 00:30', '06.03.2026, 00:30:09'],
    [{ dates: 'iso' }, '2026-03-06, 00:30', '03-06 00:30', '2026-03-06, 00:30:09'],
    [{ language: 'de' }, '6. März 2026, 00:30', '6. März 00:30', '6. März 2026, 00:30:09'],
  ] as const)('%j', (change, full, short, exact) => {
    const { dayAndTime, shortTime, exactTime } = formatter(change)
    expect([dayAndTime(at), shortTime(at, now), exactTime(at, now)]).toEqual([full, short, exact])
  })

  it('leaves the day out today, and the year in this year', () => {
    const { shortTime, exactTime } = formatter()
    expect(shortTime(at, at.getTime() + 60_000)).toBe('00:30')
    expect(exactTime(at, at.getTime() + 60_000)).toBe('00:30:09')
    expect(shortTime(at, Date.parse('2027-01-02T00:00:00Z'))).toBe('6 Mar 2026 00:30')
  })

  it.each([
    [41.9 * 3_600, 'in 41 hr', 'in 41 Std.'],
    [-3 * 60 - 59, '3 min ago', 'vor 3 Min.'],
    [-119 * 60, '119 min ago', 'vor 119 Min.'],
    [-2 * 3_600, '2 hr ago', 'vor 2 Std.'],
    [50 * 3_600, 'in 2 days', 'in 2 Tagen'],
    [-1, '1 sec ago', 'vor 1 Sek.'],
    [-0.4, 'now', 'jetzt'],
    [0.9, 'now', 'jetzt'],
  ])('rounds %i seconds down', (seconds, english, german) => {
    const then = now + seconds * 1_000
    expect(formatter().relativeTime(then, now)).toBe(english)
    expect(formatter({ language: 'de' }).relativeTime(then, now)).toBe(german)
  })

  it.each([
    [{}, '14:02 – 14:31', '14:02:10 – 14:02:40', '20 Nov 14:02 – 14:31', '20 Nov 14:02 – 21 Nov 14:31'],
    [
      { dates: 'dots' },
      ...['14:02 – 14:31', '14:02:10 – 14:02:40', '20.11. 14:02 – 14:31', '20.11. 14:02 – 21.11. 14:31'],
    ],
  ] as const)('never writes an interval as a single time: %j', (change, ...written) => {
    const { interval } = formatter(change as Partial<FormatOptions>)
    const today = Date.parse('2026-11-21T15:00:00Z')
    const minute = (time: string) => new Date(`2026-11-${time}Z`)
    expect([
      interval(minute('21T13:02:00'), minute('21T13:31:00'), today),
      interval(minute('21T13:02:10'), minute('21T13:02:40'), today),
      interval(minute('20T13:02:00'), minute('20T13:31:00'), today),
      interval(minute('20T13:02:00'), minute('21T13:31:00'), Date.parse('2026-11-22T15:00:00Z')),
    ]).toEqual(written)
  })

  it('writes a date without time zone as it is', () => {
    const styles = ['words', 'dots', 'iso'] as const
    expect(styles.map((dates) => formatter({ dates }).dateWithoutYear('2026-06-04'))).toEqual([
      '4 Jun',
      '04.06.',
      '06-04',
    ])
    expect(styles.map((dates) => formatter({ dates }).date('2026-06-04'))).toEqual([
      '4 Jun 2026',
      '04.06.2026',
      '2026-06-04',
    ])
  })

  it('writes a duration in its largest unit', () => {
    const { duration } = formatter({ numbers: '1.234,56' })
    expect([440, 12_900, 200_000, 7_300_000].map(duration)).toEqual(['0,4 s', '12 s', '3 min', '2 h'])
    expect([200_000, 7_300_000].map(formatter({ language: 'de' }).duration)).toEqual(['3 Min.', '2 Std.'])
  })

  it('knows the time zones of this runtime', () => {
    expect(['Europe/Berlin', 'UTC', 'Europe/Nowhere', ''].map(isTimeZone)).toEqual([true, true, false, false])
  })
})

describe('numbers', () => {
  it.each([
    ['1,234.56', '12,345.5', '1,026.32 EUR'],
    ['1.234,56', '12.345,5', '1.026,32 EUR'],
    ['1 234,56', '12\u202f345,5', '1\u202f026,32 EUR'],
    ["1'234.56", "12'345.5", "1'026.32 EUR"],
  ] as const)('%s', (numbers, number, money) => {
    const format = formatter({ numbers })
    // Runtimes differ in the apostrophe of Switzerland.
    const written = [format.number(12_345.5), format.money('102632', 'EUR')?.replace('’', "'")]
    expect([written[0]?.replace('’', "'"), written[1]]).toEqual([number, money])
  })

  it('keeps every digit of an amount, in the decimals of its currency', () => {
    const { money } = formatter({ numbers: '1.234,56' })
    expect(money('-12345678901234567890', 'EUR')).toBe('-123.456.789.012.345.678,90 EUR')
    expect(money('500', 'JPY')).toBe('500 JPY')
    expect(money('5,00', 'EUR')).toBeNull()
  })

  it.each([
    ['en-US', '1,234.56'],
    ['de-DE', '1.234,56'],
    ['de-CH', "1'234.56"],
    ['fr-FR', '1 234,56'],
    ['ar-EG', '1,234.56'],
  ])('guesses the style of %s', (language, style) => {
    expect(findNumberStyleOfLanguage(language)).toBe(style)
  })
})
