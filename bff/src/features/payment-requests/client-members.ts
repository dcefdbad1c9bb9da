import { isIP } from 'node:net'
import type { RequestChoices } from '@paydesk/shared/payments/payment-request'

type Kind = RequestChoices['client'][number]['kind']

/** Names and streets: so many characters, without special ones (service-facts, formats). */
const name = /^[\p{L}\p{M}\p{N} './-]{1,24}$/u
const short = /^[\p{L}\p{M}\p{N} .-]{1,10}$/u
const postal = /^[A-Za-z0-9][A-Za-z0-9 -]{0,11}$/
const email =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/
const phone = /^\+[1-9]\d{4,14}$/

/** A form of texts: how a text is written, and what is told where it is none. */
interface Form {
  readonly kind: Kind
  readonly expected: string
  /** The text as it is sent, or null. */
  readonly read: (text: string) => string | null
}

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null)

/** A name as it is sent: one form of each letter, the usual apostrophe; null where it is not of the form. */
export function readName(text: string): string | null {
  const normal = text.normalize('NFC').replaceAll('’', "'")
  return name.test(normal) ? normal : null
}

export const nameExpected = "at most 24 letters, digits, spaces and ' . - /"

/** A day that exists and is over. */
function readDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return null
  return text >= '1900-01-01' && at < Date.now() - 86_400_000 ? text : null
}

const forms = {
  name: { kind: 'text', expected: nameExpected, read: readName },
  short: { kind: 'text', expected: 'at most 10 letters and digits', read: matching(short) },
  postal: { kind: 'text', expected: 'at most 12 letters, digits, spaces and -', read: matching(postal) },
  email: {
    kind: 'email',
    expected: 'an e-mail address such as name@example.com',
    read: (text) => (text.length <= 254 && email.test(text) ? text : null),
  },
  phone: {
    kind: 'phone',
    expected: 'a telephone number with + and 5 to 15 digits, such as +46700000417',
    read: (text) => matching(phone)(text.replaceAll(' ', '')),
  },
  date: { kind: 'date', expected: 'a day in the past as YYYY-MM-DD', read: readDate },
  country: {
    kind: 'country',
    expected: 'the two letters of a country, such as SE',
    read: (text) => matching(/^[A-Z]{2}$/)(text.toUpperCase()),
  },
  ip: { kind: 'ip', expected: 'an IP address', read: (text) => (isIP(text) > 0 ? text : null) },
} as const satisfies Readonly<Record<string, Form>>

const special: readonly (readonly [RegExp, Form])[] = [
  [/(?:^|_)email$/, forms.email],
  [/^mobile$|(?:^|_)phone(?:_number)?$/, forms.phone],
  [/^dob$|_date$/, forms.date],
  [/(?:^|_)country$/, forms.country],
  [/^ip$/, forms.ip],
  [/^(?:title|gender)$/, forms.short],
  [/(?:^|_)postal_code$/, forms.postal],
]

/** How a member of the client is written, by its name. */
export function formOf(member: string): Form {
  return special.find(([pattern]) => pattern.test(member))?.[1] ?? forms.name
}

const labels: Readonly<Record<string, string>> = {
  dob: 'Date of birth',
  ip: 'IP address',
  email: 'E-mail',
  mobile: 'Mobile number',
}

/** A member in the words of the form: `billing_address_city` is `Billing address: city`. */
export function labelOf(member: string): string {
  const known = Object.hasOwn(labels, member) ? labels[member] : undefined
  if (known !== undefined) return known
  const [, kind, part] = /^(billing|residential)_address_(.+)$/.exec(member) ?? []
  const words = (kind === undefined ? member : `${kind} address: ${part}`).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Countries whose addresses need a subdivision (service-facts, formats). */
const divided: ReadonlySet<string> = new Set(['US', 'AU', 'CA'])

/** The subdivisions that these members need, where such members are configured. */
export function neededSubdivisions(client: ReadonlyMap<string, string>): string[] {
  return ['billing', 'residential'].flatMap((kind) => {
    const country = client.get(`${kind}_address_country`) ?? ''
    return divided.has(country) ? [`${kind}_address_subdivision`] : []
  })
}
