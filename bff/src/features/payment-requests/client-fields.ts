import { isIP } from 'node:net'
import { normalizePastedSigns, normalizePastedText } from '@paydesk/shared/core/pasted-text'
import type { FieldRule, InvalidField } from '@paydesk/shared/core/problem'
import type { PaymentRequestFormOptions } from '@paydesk/shared/payments/payment-requests'

type Kind = PaymentRequestFormOptions['client'][number]['kind']

/**
 * Format of names and streets: at most 24 characters, without special characters (service-facts, formats).
 */
const namePattern = /^[\p{L}\p{M}\p{N} './-]{1,24}$/u
const foreignNameSign = /[^\p{L}\p{M}\p{N} './-]/u
const shortPattern = /^[\p{L}\p{M}\p{N} .-]{1,10}$/u
const postalPattern = /^[A-Za-z0-9][A-Za-z0-9 -]{0,11}$/
const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/
const phonePattern = /^\+[1-9]\d{4,14}$/

/** Format of a field: how its text is parsed, and the rule for an invalid text. */
interface FieldFormat {
  readonly kind: Kind
  readonly rule: FieldRule
  readonly values?: Readonly<Record<string, number>>
  /** Returns the text as it is sent to the payment service, or null if its format is invalid. */
  readonly read: (text: string) => string | null
  /** Finds what is wrong with an invalid text more exactly than `rule` says; null if nothing more is known. */
  readonly explain?: (text: string) => Omit<InvalidField, 'name'> | null
}

const matchPattern = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null)

/** Normalises the signs of a name as word processors and keyboards write them, without those that nobody sees. */
const normalizeName = (text: string) => normalizePastedSigns(text).replaceAll('`', "'").normalize('NFC')

/** Returns the name as it is sent; null if the name does not match the format. */
export function parsePersonName(text: string): string | null {
  const normal = normalizeName(text)
  return namePattern.test(normal) ? normal : null
}

/** Says where a name has a sign that the payment service does not take; the answer does not repeat the sign itself. */
export function explainPersonName(text: string): Omit<InvalidField, 'name'> | null {
  const normal = normalizeName(text)
  const at = normal.search(foreignNameSign)
  return at < 0 ? null : { rule: 'name_sign', values: { position: [...normal.slice(0, at)].length + 1 } }
}

export const personNameRule = { rule: 'name', values: { max: 24 } } as const

/** Accepts a date that exists and lies in the past, from 1900 on. */
function parsePastDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return null
  return text >= '1900-01-01' && at < Date.now() - 86_400_000 ? text : null
}

const fieldFormats = {
  name: { kind: 'text', ...personNameRule, read: parsePersonName, explain: explainPersonName },
  short: { kind: 'text', rule: 'max_letters', values: { max: 10 }, read: matchPattern(shortPattern) },
  postal: { kind: 'text', rule: 'postal_code', values: { max: 12 }, read: matchPattern(postalPattern) },
  email: {
    kind: 'email',
    rule: 'email',
    read: (text) => (text.length <= 254 && emailPattern.test(text) ? text : null),
  },
  phone: {
    kind: 'phone',
    rule: 'phone',
    // Refuse what is not clear: a zero in brackets is dialled within the country only, and one or two digits behind a
    // stroke may be those of a second line.
    read: (text) =>
      matchPattern(phonePattern)(text.replaceAll(/[ .-]|\/(?!\d{1,2}$)|\((?!0\))|(?<!\(0)\)/g, '')),
  },
  date: { kind: 'date', rule: 'past_date', read: parsePastDate },
  country: {
    kind: 'country',
    rule: 'country',
    read: (text) => matchPattern(/^[A-Z]{2}$/)(text.toUpperCase()),
  },
  ip: { kind: 'ip', rule: 'ip_address', read: (text) => (isIP(text) > 0 ? text : null) },
} as const satisfies Readonly<Record<string, FieldFormat>>

const formatsByName: readonly (readonly [RegExp, FieldFormat])[] = [
  [/(?:^|_)email$/, fieldFormats.email],
  [/^mobile$|(?:^|_)phone(?:_number)?$/, fieldFormats.phone],
  [/^dob$|_date$/, fieldFormats.date],
  [/(?:^|_)country$/, fieldFormats.country],
  [/^ip$/, fieldFormats.ip],
  [/^(?:title|gender)$/, fieldFormats.short],
  [/(?:^|_)postal_code$/, fieldFormats.postal],
]

/** Finds the format of a client field by the field's name. All but names are read as search and imports read IDs. */
export function findClientFieldFormat(member: string): FieldFormat {
  const format = formatsByName.find(([pattern]) => pattern.test(member))?.[1] ?? fieldFormats.name
  return format.kind === 'text'
    ? format
    : { ...format, read: (text) => format.read(normalizePastedText(text)) }
}

/** Countries whose addresses need a subdivision (service-facts, formats). */
const subdividedCountries: ReadonlySet<string> = new Set(['US', 'AU', 'CA'])

/** Lists the subdivision fields that the countries of these addresses need, configured or not. */
export function listRequiredSubdivisions(client: ReadonlyMap<string, string>): string[] {
  return ['billing', 'residential'].flatMap((kind) => {
    const country = client.get(`${kind}_address_country`) ?? ''
    return subdividedCountries.has(country) ? [`${kind}_address_subdivision`] : []
  })
}
