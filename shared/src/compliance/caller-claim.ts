import { foldDigits, hasValidIbanDigits } from '../core/digits.ts'
import { compactPastedIban, normalizePastedText } from '../core/pasted-text.ts'
import type { CallerClaimKind } from './caller-verification.ts'

/**
 * Normalized claim, which compares with a value of a record, or what is wrong with it. Never
 * contains the typed text.
 */
export type CallerClaimResult =
  | { readonly ok: true; readonly normal: string }
  | { readonly ok: false; readonly problem: CallerClaimProblem }

type CallerClaimProblem = 'iban' | 'iban_digits' | 'date' | 'month' | 'year' | 'email' | 'postal_code'

const invalidClaim = (problem: CallerClaimProblem): CallerClaimResult => ({ ok: false, problem })
const validClaim = (normal: string): CallerClaimResult => ({ ok: true, normal })

/** Folds what keyboards and programs of other countries write for the same signs and digits. */
const foldSigns = (text: string) => foldDigits(normalizePastedText(text).normalize('NFKC'))
const removeSpaces = (text: string) => foldSigns(text).replace(/\s/g, '')

function normalizeIban(text: string): CallerClaimResult {
  const iban = compactPastedIban(foldSigns(text))
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return invalidClaim('iban')
  return hasValidIbanDigits(iban) ? validClaim(iban) : invalidClaim('iban_digits')
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** German names that do not begin as the English ones do. */
const germanMonths: Readonly<Record<string, number>> = {
  ...{ januar: 1, jän: 1, jänner: 1, februar: 2, mär: 3, märz: 3, maerz: 3, mai: 5, juni: 6, juli: 7 },
  ...{ okt: 10, oktober: 10, dez: 12, dezember: 12 },
}

/** Parses a month from its first three English letters or more, or from its German name; 0 if unknown. */
function parseMonth(word: string): number {
  const said = word.toLowerCase()
  const found = months.findIndex((month) => said.length >= 3 && month.startsWith(said))
  return said === 'sept' ? 9 : found + 1 || (germanMonths[said] ?? 0)
}

function normalizeDate(year: number, month: number, date: number): CallerClaimResult {
  const at = new Date(Date.UTC(year, month - 1, date))
  const isDay = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date
  return isDay && year >= 1850 && year <= 2199
    ? validClaim(at.toISOString().slice(0, 10))
    : invalidClaim('date')
}

/** Interprets two numbers before a year. Rejects the pair if day and month cannot be told apart. */
function resolveDayAndMonth(first: number, second: number, year: number): CallerClaimResult {
  if (first > 12 || first === second) return normalizeDate(year, second, first)
  if (second > 12) return normalizeDate(year, first, second)
  return invalidClaim('month')
}

function normalizeBirthDate(text: string): CallerClaimResult {
  const said = foldSigns(text).replace(/\s+/g, ' ').replace(/[.,]$/, '')
  const iso = /^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})$/.exec(said)
  if (iso) return normalizeDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dots = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(said)
  if (dots) return normalizeDate(Number(dots[3]), Number(dots[2]), Number(dots[1]))
  const strokes = /^(\d{1,2}) ?[-/ ] ?(\d{1,2}) ?[-/ ] ?(\d{4})$/.exec(said)
  if (strokes) return resolveDayAndMonth(Number(strokes[1]), Number(strokes[2]), Number(strokes[3]))
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]* ?(?:of )?([a-zä]{3,9})\.?[ ,-]*(\d{4})$/i.exec(said)
  if (dayFirst) return normalizeDate(Number(dayFirst[3]), parseMonth(dayFirst[2] ?? ''), Number(dayFirst[1]))
  const monthFirst = /^([a-z]{3,9})\.?[ -](\d{1,2})(?:st|nd|rd|th)?[ ,-]+(\d{4})$/i.exec(said)
  if (monthFirst)
    return normalizeDate(Number(monthFirst[3]), parseMonth(monthFirst[1] ?? ''), Number(monthFirst[2]))
  if (/^\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2}$/.test(said)) return invalidClaim('year')
  return invalidClaim('date')
}

function normalizeEmail(text: string): CallerClaimResult {
  // Begin at the first of several signs only: a long row of them would be read again from each.
  const said = removeSpaces(text).replace(/(?<![.,;:])[.,;:]+$/, '')
  // Take the address of `Mara <mara@example.test>`, as programs for mail copy it.
  const email = (/^[^<>]*<([^<>]+)>$/.exec(said)?.[1] ?? said).toLowerCase()
  return email.length <= 254 && /^[^@<>,;]+@[^@.<>,;?]+(?:\.[^@.<>,;?]+)+$/.test(email)
    ? validClaim(email)
    : invalidClaim('email')
}

function normalizePostalCode(text: string): CallerClaimResult {
  const code = removeSpaces(text)
    .toUpperCase()
    // Drop the country code before a numeric postal code: `SE-753 10`.
    .replace(/^[A-Z]{1,3}-(?=\d+$|\d+-\d+$)/, '')
    .replaceAll('-', '')
  return /^(?=.*\d)[A-Z0-9]{3,10}$/.test(code) ? validClaim(code) : invalidClaim('postal_code')
}

const normalizers: Readonly<Record<CallerClaimKind, (text: string) => CallerClaimResult>> = {
  iban: normalizeIban,
  dob: normalizeBirthDate,
  email: normalizeEmail,
  postal_code: normalizePostalCode,
}

/** Returns the normalized claim, or what is wrong with it. */
export function normalizeCallerClaim(kind: CallerClaimKind, text: string): CallerClaimResult {
  return normalizers[kind](text)
}

/**
 * Normalizes a value of a record; null if it has none. Accepts more than a typed claim may contain: check
 * digits of an account are not verified, and a date may be followed by a time.
 */
export function normalizeValueForCallerClaim(kind: CallerClaimKind, text: string): string | null {
  if (kind === 'iban')
    return (
      removeSpaces(text)
        .replace(/[./·-]/g, '')
        .toUpperCase() || null
    )
  if (kind === 'dob')
    return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=$|[T ])/.exec(text)?.[0] ?? null
  const callerClaimResult = normalizeCallerClaim(kind, text)
  return callerClaimResult.ok ? callerClaimResult.normal : removeSpaces(text).toUpperCase() || null
}

/** Guesses the kind of a claim while it is typed; null if it could be anything. */
export function guessCallerClaimKind(text: string): CallerClaimKind | null {
  const plain = removeSpaces(text)
  if (plain.includes('@')) return 'email'
  if (/^(?:IBAN:?)?[A-Z]{2}\d{2}[A-Z0-9.-]{4,}$/i.test(plain)) return 'iban'
  if (/\d{1,4}[./]\d|^\d{4}-\d{1,2}-|^\d{1,2}-\d{1,2}-\d{2}/.test(plain)) return 'dob'
  if (/^\d{1,2} \d{1,2} \d{4}$/.test(text.trim())) return 'dob'
  const word = /^(?:\d{1,2}(?:st|nd|rd|th)?[ .-]*(?:of )?)?([a-zä]{3,9})\b/i.exec(text.trim())?.[1]
  if (word !== undefined && parseMonth(word) > 0) return 'dob'
  return /\d/.test(plain) && plain.length <= 12 ? 'postal_code' : null
}
