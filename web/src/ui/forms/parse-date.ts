import { foldDigits } from '@paydesk/shared/core/digits'
import type { DateStyle } from '@paydesk/shared/core/formatter'

export type ParsedDate =
  | { readonly ok: true; readonly day: string }
  /** `form`: not a date at all; `impossible`: a day that no calendar has, such as 31.02. */
  | { readonly ok: false; readonly problem: 'form' | 'impossible' }

interface ParseDateOptions {
  /** Style of the person, which decides the order of `26-11-28`. */
  readonly dates: DateStyle
  /** Last day that a date without a year may mean. */
  readonly latest: string
}

type DateNumbers = readonly [year: string | undefined, month: string, day: string]

const notADate: ParsedDate = { ok: false, problem: 'form' }
const impossibleDate: ParsedDate = { ok: false, problem: 'impossible' }

/**
 * Parses a date as people type it: `2026-11-28`, `28.11.26`, `28/11/2026`, `28 Nov 2026`, `November 28`, `281126`.
 * Numbers are read in the order of the person, the day first unless the style is `iso`; never in another order because
 * the first one fails: 11/12/2026 would then mean another day than 11/13/2026 says. Two digits are a year from 2000.
 */
export function parseDate(text: string, { dates, latest }: ParseDateOptions): ParsedDate {
  const folded = foldText(text)
  if (!/^[\p{L}\d\s.,/-]+$/u.test(folded)) return notADate
  const words = folded.match(/\p{L}+/gu) ?? []
  const numbers = folded.match(/\d+/g) ?? []
  // A date with dots has the day first for everybody.
  const isYearFirst = dates === 'iso' && !folded.includes('.')
  const found =
    words.length > 0 ? arrangeAroundMonth(words, numbers) : arrangeNumbers(splitDigits(numbers), isYearFirst)
  if (found === null || !hasDateDigits(found)) return notADate
  const [year, month, day] = found
  if (year !== undefined) return buildDay(year.length === 2 ? `20${year}` : year, month, day)
  // 29 February is at most eight years ago.
  const lastYear = Number(latest.slice(0, 4))
  for (let back = 0; back <= 8; back += 1) {
    const date = buildDay(String(lastYear - back), month, day)
    if (date.ok && date.day <= latest) return date
  }
  return impossibleDate
}

/** Folds digits of every width and script, letter case, accents, ordinals and marks of direction. */
function foldText(text: string): string {
  return foldDigits(text.normalize('NFKD'))
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/。/g, '.')
    .toLowerCase()
    .replace(/(\d)(?:st|nd|rd|th)(?!\p{L})/gu, '$1')
    .trim()
}

/** Splits a number such as `20261128` or `281126`, which has no separators. */
function splitDigits(numbers: readonly string[]): readonly string[] {
  const [only = ''] = numbers
  if (numbers.length !== 1 || !/^(?:\d{6}|\d{8})$/.test(only)) return numbers
  const pairs = only.match(/\d\d/g) ?? []
  if (only.length === 6) return pairs
  // The middle of 20 Nov 2026 (`20112026`) is no month, so a date never has both readings.
  const isYearFirst = only.startsWith('20') && Number(pairs[2]) <= 12 && Number(pairs[2]) > 0
  return isYearFirst
    ? [only.slice(0, 4), only.slice(4, 6), only.slice(6)]
    : [only.slice(0, 2), only.slice(2, 4), only.slice(4)]
}

function arrangeNumbers(numbers: readonly string[], isYearFirst: boolean): DateNumbers | null {
  const [first = '', second = '', third] = numbers
  if (numbers.length === 2) return isYearFirst ? [undefined, first, second] : [undefined, second, first]
  if (numbers.length !== 3 || third === undefined) return null
  const startsWithYear = first.length === 4 || (isYearFirst && third.length < 4)
  return startsWithYear ? [first, second, third] : [third, second, first]
}

function arrangeAroundMonth(words: readonly string[], numbers: readonly string[]): DateNumbers | null {
  const month = words.length === 1 && words[0] !== undefined ? findMonth(words[0]) : null
  const [first, second] = numbers
  if (month === null || first === undefined || numbers.length > 2) return null
  return first.length === 4 && second !== undefined ? [first, month, second] : [second, month, first]
}

function hasDateDigits([year, month, day]: DateNumbers): boolean {
  return (
    /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day) && (year === undefined || /^(?:\d\d|\d{4})$/.test(year))
  )
}

function buildDay(year: string, month: string, day: string): ParsedDate {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00:00Z`)
  // JavaScript takes 31 February for 3 March.
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
  return isDay ? { ok: true, day: date } : impossibleDate
}

let monthNames: readonly (readonly string[])[] | undefined

/** Finds the month of a name in a language of the staff pages, or of its first three letters at least. */
function findMonth(word: string): string | null {
  monthNames ??= ['en', 'de'].map((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, month) => foldText(format.format(Date.UTC(2026, month))))
  })
  // `Maerz` stands for `März`; the short form of September in English is `Sept`.
  const start = word.replace('ae', 'a')
  if (start.length < 3) return null
  for (const names of monthNames) {
    const month = names.findIndex((name) => name.startsWith(start))
    if (month >= 0) return String(month + 1)
  }
  return null
}
