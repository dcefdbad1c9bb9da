import { isIP } from 'node:net'
import type { PaymentRequestFormOptions } from '@paydesk/shared/payments/payment-request'

type Kind = PaymentRequestFormOptions['client'][number]['kind']

/** Names and streets: so many characters, without special ones (service-facts, formats). */
const namePattern = /^[\p{L}\p{M}\p{N} './-]{1,24}$/u
const shortPattern = /^[\p{L}\p{M}\p{N} .-]{1,10}$/u
const postalPattern = /^[A-Za-z0-9][A-Za-z0-9 -]{0,11}$/
const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/
const phonePattern = /^\+[1-9]\d{4,14}$/

/** A form of texts: how a text is written, and what is told where it is none. */
interface FieldFormat {
  readonly kind: Kind
  readonly expected: string
  /** The text as it is sent, or null. */
  readonly read: (text: string) => string | null
}

const matchPattern = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null)

/** A name as it is sent: one form of each letter, the usual apostrophe; null where it is not of the form. */
export function parseClientName(text: string): string | null {
  const normal = text.normalize('NFC').replaceAll('’', "'")
  return namePattern.test(normal) ? normal : null
}

export const clientNameHint = "at most 24 letters, digits, spaces and ' . - /"

/** A day that exists and is over. */
function parsePastDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return null
  return text >= '1900-01-01' && at < Date.now() - 86_400_000 ? text : null
}

const fieldFormats = {
  name: { kind: 'text', expected: clientNameHint, read: parseClientName },
  short: { kind: 'text', expected: 'at most 10 letters and digits', read: matchPattern(shortPattern) },
  postal: {
    kind: 'text',
    expected: 'at most 12 letters, digits, spaces and -',
    read: matchPattern(postalPattern),
  },
  email: {
    kind: 'email',
    expected: 'an e-mail address such as name@example.com',
    read: (text) => (text.length <= 254 && emailPattern.test(text) ? text : null),
  },
  phone: {
    kind: 'phone',
    expected: 'a telephone number with + and 5 to 15 digits, such as +46700000417',
    read: (text) => matchPattern(phonePattern)(text.replaceAll(' ', '')),
  },
  date: { kind: 'date', expected: 'a day in the past as YYYY-MM-DD', read: parsePastDate },
  country: {
    kind: 'country',
    expected: 'the two letters of a country, such as SE',
    read: (text) => matchPattern(/^[A-Z]{2}$/)(text.toUpperCase()),
  },
  ip: { kind: 'ip', expected: 'an IP address', read: (text) => (isIP(text) > 0 ? text : null) },
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

/** How a member of the client is written, by its name. */
export function findFieldFormat(member: string): FieldFormat {
  return formatsByName.find(([pattern]) => pattern.test(member))?.[1] ?? fieldFormats.name
}

const labels: Readonly<Record<string, string>> = {
  dob: 'Date of birth',
  ip: 'IP address',
  email: 'E-mail',
  mobile: 'Mobile number',
}

/** A member in the words of the form: `billing_address_city` is `Billing address: city`. */
export function labelClientField(member: string): string {
  const known = Object.hasOwn(labels, member) ? labels[member] : undefined
  if (known !== undefined) return known
  const [, kind, part] = /^(billing|residential)_address_(.+)$/.exec(member) ?? []
  const words = (kind === undefined ? member : `${kind} address: ${part}`).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Countries whose addresses need a subdivision (service-facts, formats). */
const subdividedCountries: ReadonlySet<string> = new Set(['US', 'AU', 'CA'])

/** The subdivisions that these members need, where such members are configured. */
export function listRequiredSubdivisions(client: ReadonlyMap<string, string>): string[] {
  return ['billing', 'residential'].flatMap((kind) => {
    const country = client.get(`${kind}_address_country`) ?? ''
    return subdividedCountries.has(country) ? [`${kind}_address_subdivision`] : []
  })
}
