import {
  type MessageArgs,
  type PluralText,
  splitMessageAtPlaceholders,
  type TemplateText,
} from './message.ts'
import { formatMinorUnits } from './money.ts'

/** Languages of the staff pages. */
export const staffLanguages = ['en', 'de'] as const
export type StaffLanguage = (typeof staffLanguages)[number]

/** Made from English for tests: long, accented and bracketed; the second one also runs from right to left. */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const
export type Language = StaffLanguage | (typeof pseudoLanguages)[number]

export const getTextDirection = (language: Language) => (language === 'ar-XB' ? 'rtl' : 'ltr')

/** Ways to write a number, each named by an example. */
export const numberStyles = ['1,234.56', '1.234,56', '1 234,56', "1'234.56"] as const
export type NumberStyle = (typeof numberStyles)[number]

/** Ways to write a date: `26 Nov 2026`, `26.11.2026` or `2026-11-26`. */
export const dateStyles = ['words', 'dots', 'iso'] as const
export type DateStyle = (typeof dateStyles)[number]

export interface FormatOptions {
  readonly language: Language
  /** IANA name. */
  readonly timeZone: string
  readonly numbers: NumberStyle
  readonly dates: DateStyle
}

const locales = { en: 'en-GB', de: 'de-DE', 'en-XA': 'en-GB', 'ar-XB': 'en-GB' } as const
const numberLocales = {
  '1,234.56': 'en-GB',
  '1.234,56': 'de-DE',
  '1 234,56': 'fr-FR',
  "1'234.56": 'de-CH',
} as const

/** Tells whether this runtime knows the time zone; a browser and a server may know different ones. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

/** Number style that the person's browser stands for, by its first language, such as `de-CH`. */
export function findNumberStyleOfLanguage(browserLanguage: string): NumberStyle {
  const example = new Intl.NumberFormat(browserLanguage)
    .format(1234.56)
    .replaceAll(/\s/g, ' ')
    .replace('’', "'")
  return numberStyles.find((style) => style === example) ?? '1,234.56'
}

export const getDefaultDateStyle = (language: Language): DateStyle => (language === 'de' ? 'dots' : 'words')

/** Each unit begins at two of it: no row says `1 hr` above a row that says `80 min`. */
const relativeSteps = [
  { unit: 'day', from: 48 * 3_600, size: 86_400 },
  { unit: 'hour', from: 2 * 3_600, size: 3_600 },
  { unit: 'minute', from: 2 * 60, size: 60 },
  { unit: 'second', from: 0, size: 1 },
] as const

export type Formatter = ReturnType<typeof createFormatter>

/** Puts texts, numbers, amounts and times into the form of one person. Keeps no state between calls. */
export function createFormatter({ language, timeZone, numbers, dates }: FormatOptions) {
  const locale = locales[language]
  const rules = new Intl.PluralRules(locale)
  const numberFormat = new Intl.NumberFormat(numberLocales[numbers])
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  const present = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  const ages: { [Unit in (typeof relativeSteps)[number]['unit']]?: Intl.NumberFormat } = {}
  const partsFormat = new Intl.DateTimeFormat(locale, {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  const wordsFormat = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short' })
  const dateFormat = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })
  const markRepeated = createAmbiguousTimeMarker(timeZone)
  const select = (count: number) => rules.select(count)

  const number = (value: number) => numberFormat.format(value)

  function parts<Message extends PluralText | TemplateText, Value = string>(
    message: Message,
    args: MessageArgs<Message, Value | string | number>,
  ): (string | Value)[] {
    return splitMessageAtPlaceholders<Value | string>(message, args, select).map((part) =>
      typeof part === 'number' ? number(part) : part,
    )
  }

  type Time = Date | number
  type Parts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>
  const read = (at: Time): Parts =>
    Object.fromEntries(partsFormat.formatToParts(at).map(({ type, value }) => [type, value]))

  // Texts of times whose parts were already read: a list has thousands, and reading is what costs.
  const clockOf = (at: Time, { hour, minute }: Parts) => `${hour}:${minute}${markRepeated(at)}`
  const exactClockOf = (at: Time, { hour, minute, second }: Parts) =>
    `${hour}:${minute}:${second}${markRepeated(at)}`

  function dayOfYearOf(at: Time, { month, day: dayOfMonth }: Parts): string {
    if (dates === 'words') return wordsFormat.format(at)
    return dates === 'dots' ? `${dayOfMonth}.${month}.` : `${month}-${dayOfMonth}`
  }

  function dayOf(at: Time, time: Parts): string {
    if (dates === 'iso') return `${time.year}-${dayOfYearOf(at, time)}`
    return `${dayOfYearOf(at, time)}${dates === 'words' ? ' ' : ''}${time.year}`
  }

  const isSameDay = (one: Parts, other: Parts) =>
    one.year === other.year && one.month === other.month && one.day === other.day

  function shortTimeOf(at: Time, time: Parts, today: Parts): string {
    const clock = clockOf(at, time)
    if (isSameDay(time, today)) return clock
    return `${time.year === today.year ? dayOfYearOf(at, time) : dayOf(at, time)} ${clock}`
  }

  function dateWithoutYear(date: string): string {
    const [, month = '', dayOfMonth = ''] = date.split('-')
    if (dates === 'words') return dateFormat.format(new Date(date))
    return dates === 'dots' ? `${dayOfMonth}.${month}.` : `${month}-${dayOfMonth}`
  }

  return {
    language,
    timeZone,
    /** Fills in the placeholders of a text. */
    text<Message extends PluralText | TemplateText>(
      message: Message,
      args: MessageArgs<Message, string | number>,
    ): string {
      return parts(message, args).join('')
    },
    /** Pieces of a text with values of any kind in place of its placeholders, such as links. */
    parts,
    /** `French` for `fr`. */
    languageName: (code: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code,
    /** `1,234.5`, at most three decimals. */
    number,
    /** `1,234.56 EUR` of minor units; null if the text is not an amount. */
    money: (minor: string, currency: string) => formatMinorUnits(minor, currency, numberLocales[numbers]),
    /** `26 Nov 2026` */
    day: (at: Time) => dayOf(at, read(at)),
    /** `26 Nov 2026, 14:02` */
    dayAndTime(at: Time): string {
      const time = read(at)
      return `${dayOf(at, time)}, ${clockOf(at, time)}`
    },
    /** `14:02` today, `26 Nov 14:02` in this year, otherwise `26 Nov 2025 14:02`. */
    shortTime: (at: Time, now: number) => shortTimeOf(at, read(at), read(now)),
    /** `14:02 – 14:31`, with the day unless it is today; to the second within one minute. */
    interval(from: Time, to: Time, now: number): string {
      const [first, last, today] = [read(from), read(to), read(now)]
      const [start, end] = [shortTimeOf(from, first, today), shortTimeOf(to, last, today)]
      if (start !== end) return `${start} – ${isSameDay(first, last) ? clockOf(to, last) : end}`
      const dayBefore = start.slice(0, -clockOf(from, first).length)
      return `${dayBefore}${exactClockOf(from, first)} – ${exactClockOf(to, last)}`
    },
    /** `4 Jun 2026` of a date without time zone, such as `2026-06-04`. */
    date(date: string): string {
      if (dates === 'iso') return date
      return `${dateWithoutYear(date)}${dates === 'words' ? ' ' : ''}${date.slice(0, 4)}`
    },
    /** `4 Jun` of a date without time zone, such as `2026-06-04`. */
    dateWithoutYear,
    /** `0.4 s`, `12 s`, `3 min` or `2 h`; in German `3 Min.` or `2 Std.`, as relative times have it. */
    duration(ms: number): string {
      if (ms < 10_000) return `${number(Math.round(ms / 100) / 10)} s`
      if (ms < 120_000) return `${Math.floor(ms / 1_000)} s`
      if (ms < 7_200_000) return `${Math.floor(ms / 60_000)} ${language === 'de' ? 'Min.' : 'min'}`
      return `${number(Math.floor(ms / 3_600_000))} ${language === 'de' ? 'Std.' : 'h'}`
    },
    /** `14:02:33` today, otherwise `26 Nov 2026, 14:02:33`. */
    exactTime(at: Time, now: number): string {
      const time = read(at)
      return `${isSameDay(time, read(now)) ? '' : `${dayOf(at, time)}, `}${exactClockOf(at, time)}`
    },
    /** `3 days` or `33 hr`: the size of a relative time, where a heading says that it is an age. */
    age(since: Date | number, now: number): string {
      const seconds = Math.abs(now - Number(since)) / 1_000
      const { unit, size } = relativeSteps.find(({ from }) => seconds >= from) ?? relativeSteps[3]
      ages[unit] ??= new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
      return ages[unit].format(Math.trunc(seconds / size))
    },
    /** `in 41 hr`, `3 min ago` or `now`. Rounds down: never promises more time than there is. */
    relativeTime(at: Date | number, now: number): string {
      const seconds = (Number(at) - now) / 1_000
      const { unit, size } = relativeSteps.find(({ from }) => Math.abs(seconds) >= from) ?? relativeSteps[3]
      const count = Math.trunc(seconds / size)
      return count === 0 ? present : relative.format(count, unit)
    },
  }
}

const windowMs = 3 * 3_600_000

/**
 * Creates a function that returns ` UTC+2` for a time that occurs twice in that zone, because clocks are set
 * back, and an empty text for every other time.
 */
export function createAmbiguousTimeMarker(timeZone: string): (at: Date | number) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset', hour: '2-digit' })
  const offsetMinutes = (at: number) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
  return (time) => {
    const at = Number(time)
    if (Number.isNaN(at)) return ''
    const [before, after] = [offsetMinutes(at - windowMs), offsetMinutes(at + windowMs)]
    if (before <= after) return ''
    const here = offsetMinutes(at)
    const repeatMs = (before - after) * 60_000
    const isRepeated =
      here === before ? offsetMinutes(at + repeatMs) === after : offsetMinutes(at - repeatMs) === before
    return isRepeated ? ` ${describeOffset(here)}` : ''
  }
}

function describeOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const rest = size % 60
  const sign = minutes < 0 ? '-' : '+'
  return minutes === 0 ? 'UTC' : `UTC${sign}${Math.floor(size / 60)}${rest === 0 ? '' : `:${rest}`}`
}
