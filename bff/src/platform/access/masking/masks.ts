import type { MaskName } from '@paydesk/shared/core/masked-value'
import { firstGrapheme, lastGraphemes } from './graphemes.ts'
import { DOTS, scrub } from './scrub.ts'

/** What a mask leaves of a text; `mask` is null where the text may be seen as it is. */
export interface Masked {
  readonly text: string
  readonly mask: MaskName | null
}

export type Mask = (text: string) => Masked

const dot = (count: number) => '•'.repeat(count)
const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:$|[T ])/
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/i
/** Printed form: groups of four, the last one shorter. */
const IBAN_GROUPS = /^[A-Z]{2}\d{2}(?:[ -][A-Z0-9]{4}){2,7}(?:[ -][A-Z0-9]{1,4})?$/i
const HEX_UUID = /^[0-9a-f]{32}$/
const CODE = /^[A-Z]{0,4}\d{1,5}$/
const NUMBER = /^\d{8,64}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HOST = /^(?:https?:)?\/\/(?:[^/?#@\\]*@)?([a-z0-9.-]{1,253})(?::\d{1,5})?(?:[/?#]|$)/i

function initials(text: string): string {
  const letters: string[] = []
  for (const word of text.slice(0, 512).normalize('NFC').split(/\s+/u)) {
    const start = word.search(/\p{L}/u)
    const first = start < 0 ? null : firstGrapheme(word.slice(start))
    if (first !== null) letters.push(`${first}.`)
    if (letters.length === 2) break
  }
  return letters.length === 0 ? '•.' : letters.join(' ')
}

function email(text: string): string {
  const at = text.indexOf('@')
  const domain = /^[^@\s]+\.([a-z]{2,12}|xn--[a-z0-9-]{2,20})$/i.exec(text.slice(at + 1, at + 321))
  if (at < 1 || text.length > 384 || domain?.[1] === undefined) return DOTS
  const first = firstGrapheme(text.slice(0, at))
  return first !== null && /^[\p{L}\p{N}]/u.test(first) ? `${first}${dot(5)}@${dot(5)}.${domain[1]}` : DOTS
}

function iban(text: string): string {
  if (/^(?:[A-Z]{2})?•{15}[A-Z0-9]{4}$/.test(text)) return text
  const compact = text.slice(0, 128).replace(/[ .-]/g, '').toUpperCase()
  // Without six digits it is no account number but, say, a name that was written here.
  if (!/^[A-Z0-9]{9,40}$/.test(compact) || compact.replace(/\D/g, '').length < 6) return DOTS
  const country = /^[A-Z]{2}/.exec(compact)?.[0] ?? ''
  return `${country}${dot(15)}${compact.slice(-4)}`
}

function last4(text: string): string {
  if (text.startsWith(dot(4)) && lastGraphemes(text, 4, 8) === text.slice(4)) return text
  const tail = lastGraphemes(text, 4, 9)
  // A tail that begins with a combining mark would melt into the dots.
  const whole = tail !== null && lastGraphemes(dot(4) + tail, 4, 8) === tail
  return whole ? dot(4) + tail : DOTS
}

function year(text: string): string {
  if (/^(?:1[89]|2[01])\d\d$/.test(text)) return text
  const found = DATE.exec(text)?.[1]
  return found !== undefined && /^(?:1[89]|2[01])/.test(found) ? found : DOTS
}

function decade(text: string): string {
  if (/^(?:1[89]|2[01])\d0s$/.test(text)) return text
  const found = year(text)
  return found === DOTS ? DOTS : `${found.slice(0, 3)}0s`
}

function country(text: string): string {
  return /^[A-Za-z]{2}$/.test(text) ? text : dot(2)
}

function area(text: string): string {
  if (/^[A-Za-z0-9]{2}•{3}$/.test(text)) return text
  const compact = text.slice(0, 16).replace(/[ -]/g, '')
  return /^[A-Za-z0-9]{4,12}$/.test(compact) ? compact.slice(0, 2) + dot(3) : dot(2)
}

function ref6(text: string): string {
  if (/^•{4}[A-Za-z0-9-]{6}$/.test(text)) return text
  return /^[A-Za-z0-9-]{13,256}$/.test(text) ? dot(4) + text.slice(-6) : DOTS
}

/** Ranges of whole minor units: each step is one digit more. */
const BANDS = [
  'under 1 000 minor units',
  '1 000 to 9 999 minor units',
  '10 000 to 99 999 minor units',
  '100 000 to 999 999 minor units',
  '1 000 000 to 9 999 999 minor units',
  '10 000 000 minor units and more',
] as const

function band(text: string): string {
  if (BANDS.some((label) => label === text)) return text
  if (!/^\d{1,30}$/.test(text)) return DOTS
  const digits = text.replace(/^0+/, '').length
  return BANDS[Math.min(Math.max(digits - 3, 0), BANDS.length - 1)] ?? DOTS
}

function pan(text: string): string {
  const body = text.slice(0, 64).replace(/[ -]/g, '')
  if (!/^[\d.•*xX#]{9,15}\d{4}$/.test(body)) return DOTS
  const head = /^\d{6}/.exec(body)?.[0] ?? dot(6)
  return head + dot(6) + body.slice(-4)
}

function host(text: string): string {
  const name = HOST.exec(text.slice(0, 2_048))?.[1]
  return name === undefined ? DOTS : `//${name.toLowerCase()}/…`
}

function rid(text: string): Masked {
  const form = formOfRid(text)
  if (form === 'plain') return { text, mask: null }
  return form === 'email' ? masks.email(text) : masks.iban(text)
}

/** How a RID (interface, account.identifier) must be treated: `email` wherever it holds an at sign. */
export function formOfRid(text: string): 'plain' | 'email' | 'iban' {
  if (/[@＠﹫]/u.test(text)) return 'email'
  return !HEX_UUID.test(text) && (IBAN.test(text) || IBAN_GROUPS.test(text)) ? 'iban' : 'plain'
}

/** True for a result code: a few capitals and digits, not a word, not a time. */
export function isCode(text: string): boolean {
  return CODE.test(text)
}

function always(mask: MaskName, apply: (text: string) => string): Mask {
  return (text) => {
    const left = apply(text)
    return { text: left, mask: left === DOTS ? 'dots' : mask }
  }
}

/** Shows the text where it passes, else a fixed mark. */
function clearIf(passes: (text: string) => boolean): Mask {
  return (text) => (passes(text) ? { text, mask: null } : { text: DOTS, mask: 'dots' })
}

/**
 * The masks of the access matrix by name. Each depends on nothing but the part it shows, gives the
 * same again when applied to its own result, and gives dots for what has not the expected form.
 */
export const masks = {
  dots: always('dots', () => DOTS),
  initials: always('initials', initials),
  email: always('email', email),
  iban: always('iban', iban),
  last4: always('last4', last4),
  year: always('year', year),
  decade: always('decade', decade),
  country: always('country', country),
  area: always('area', area),
  ref6: always('ref6', ref6),
  band: always('band', band),
  pan: always('pan', pan),
  host: always('host', host),
  date: always('date', (text) => (DATE.test(text) ? text.slice(0, 10) : DOTS)),
  count: always('count', (text) => (/^\d{1,6}$/.test(text) ? text : DOTS)),
  scrubbed: (text) => {
    const left = scrub(text)
    return { text: left, mask: left === text ? null : 'scrubbed' }
  },
  /** A RID: e-mail and IBAN masks by its form, anything else in clear. */
  rid,
  /** In clear only in the form of a result code. */
  code: clearIf(isCode),
  /** In clear only as a number of eight or more digits or as a UUID: never a word. */
  number: clearIf((text) => NUMBER.test(text)),
} as const satisfies Readonly<Record<string, Mask>>

export type MaskKey = keyof typeof masks

/** True for the name of a mask; own names only. */
export function isMaskKey(name: string): name is MaskKey {
  return Object.hasOwn(masks, name)
}
