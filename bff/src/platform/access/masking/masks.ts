import { foldDigits } from '@paydesk/shared/core/digits'
import { isIbanCountry } from '@paydesk/shared/core/iban'
import type { MaskKind } from '@paydesk/shared/core/masked-value'
import { readPastedIban } from '@paydesk/shared/core/pasted-text'
import { getFirstGrapheme, getLastGraphemes } from './graphemes.ts'
import { hiddenMark, scrubText } from './scrub.ts'

/** Result of a mask; `mask` is null if the text may be seen as it is. */
export interface MaskResult {
  readonly text: string
  readonly mask: MaskKind | null
}

export type MaskFunction = (text: string) => MaskResult

const repeatDot = (count: number) => '•'.repeat(count)
const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:$|[T ])/
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/i
/** Form of a printed IBAN: groups of four with any signs between them, the last group shorter. */
const IBAN_GROUPS = /^[A-Z]{2}\d{2}(?:[^\p{L}\p{N}][A-Z0-9]{4}){2,7}(?:[^\p{L}\p{N}][A-Z0-9]{1,4})?$/iu
const minIbanLength = 15
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HEX_UUID = /^[0-9a-f]{32}$/
const CODE = /^[A-Z]{0,4}\d{1,5}$/
const NUMBER = /^\d{8,64}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HOST = /^(?:https?:)?\/\/(?:[^/?#@\\]*@)?([a-z0-9.-]{1,253})(?::\d{1,5})?(?:[/?#]|$)/i

function maskInitials(text: string): string {
  const letters: string[] = []
  for (const word of text.slice(0, 512).normalize('NFC').split(/\s+/u)) {
    const start = word.search(/\p{L}/u)
    const first = start < 0 ? null : getFirstGrapheme(word.slice(start))
    if (first !== null) letters.push(`${first}.`)
    if (letters.length === 2) break
  }
  return letters.length === 0 ? '•.' : letters.join(' ')
}

function maskEmail(text: string): string {
  const at = text.indexOf('@')
  const domain = /^[^@\s]+\.([a-z]{2,12}|xn--[a-z0-9-]{2,20})$/i.exec(text.slice(at + 1, at + 321))
  if (at < 1 || text.length > 384 || domain?.[1] === undefined) return hiddenMark
  const first = getFirstGrapheme(text.slice(0, at))
  return first !== null && /^[\p{L}\p{N}]/u.test(first)
    ? `${first}${repeatDot(5)}@${repeatDot(5)}.${domain[1]}`
    : hiddenMark
}

function maskIban(text: string): string {
  if (/^(?:[A-Z]{2})?•{15}[A-Z0-9]{4}$/.test(text)) return text
  const compact = text.slice(0, 128).replace(/[ .-]/g, '').toUpperCase()
  // Require six digits: a text with fewer digits is no account number but, say, a name.
  if (!/^[A-Z0-9]{9,40}$/.test(compact) || compact.replace(/\D/g, '').length < 6) return hiddenMark
  const country = /^[A-Z]{2}/.exec(compact)?.[0] ?? ''
  return `${country}${repeatDot(15)}${compact.slice(-4)}`
}

function maskToLast4(text: string): string {
  if (text.startsWith(repeatDot(4)) && getLastGraphemes(text, 4, 8) === text.slice(4)) return text
  const tail = getLastGraphemes(text, 4, 9)
  // Reject a tail that begins with a combining mark, which would combine with the dots.
  const whole = tail !== null && getLastGraphemes(repeatDot(4) + tail, 4, 8) === tail
  return whole ? repeatDot(4) + tail : hiddenMark
}

function maskToYear(text: string): string {
  if (/^(?:1[89]|2[01])\d\d$/.test(text)) return text
  const found = DATE.exec(text)?.[1]
  return found !== undefined && /^(?:1[89]|2[01])/.test(found) ? found : hiddenMark
}

function maskToDecade(text: string): string {
  if (/^((?:1[89]|2[01])\d)0\.\.\1[9]$/.test(text)) return text
  const found = maskToYear(text)
  return found === hiddenMark ? hiddenMark : `${found.slice(0, 3)}0..${found.slice(0, 3)}9`
}

function maskCountry(text: string): string {
  return /^[A-Za-z]{2}$/.test(text) ? text : repeatDot(2)
}

function maskToArea(text: string): string {
  if (/^[A-Za-z0-9]{2}•{3}$/.test(text)) return text
  const compact = text.slice(0, 16).replace(/[ -]/g, '')
  return /^[A-Za-z0-9]{4,12}$/.test(compact) ? compact.slice(0, 2) + repeatDot(3) : repeatDot(2)
}

function maskToRef6(text: string): string {
  if (/^•{4}[A-Za-z0-9-]{6}$/.test(text)) return text
  return /^[A-Za-z0-9-]{13,256}$/.test(text) ? repeatDot(4) + text.slice(-6) : hiddenMark
}

/**
 * Ranges of whole minor units, as their limits: each step is one digit more. They and decades are put into words by
 * `formatMaskedText`, in the language of the reader.
 */
const BANDS = [
  '0..999',
  '1000..9999',
  '10000..99999',
  '100000..999999',
  '1000000..9999999',
  '10000000..',
] as const

function maskToBand(text: string): string {
  if (BANDS.some((label) => label === text)) return text
  if (!/^\d{1,30}$/.test(text)) return hiddenMark
  const digits = text.replace(/^0+/, '').length
  return BANDS[Math.min(Math.max(digits - 3, 0), BANDS.length - 1)] ?? hiddenMark
}

function maskPan(text: string): string {
  const body = text.slice(0, 64).replace(/[ -]/g, '')
  if (!/^[\d.•*xX#]{9,15}\d{4}$/.test(body)) return hiddenMark
  const head = /^\d{6}/.exec(body)?.[0] ?? repeatDot(6)
  return head + repeatDot(6) + body.slice(-4)
}

function maskToHost(text: string): string {
  const name = HOST.exec(text.slice(0, 2_048))?.[1]
  return name === undefined ? hiddenMark : `//${name.toLowerCase()}/…`
}

function maskRid(text: string): MaskResult {
  const form = classifyRidForm(text)
  if (form === 'plain') return { text, mask: null }
  return form === 'email' ? masksByKey.email(text) : masksByKey.iban(text)
}

/**
 * Classifies a RID (interface, account.identifier); `email` if it holds an at sign anywhere. An IBAN counts with any
 * signs in it and in digits of any script; in other groups than those of four only with its check digits, as other
 * IDs look like it.
 */
export function classifyRidForm(text: string): 'plain' | 'email' | 'iban' {
  if (/[@＠﹫]/u.test(text)) return 'email'
  if (HEX_UUID.test(text) || UUID.test(text)) return 'plain'
  const said = foldDigits(text)
  if (IBAN.test(said)) return 'iban'
  const isPrinted =
    IBAN_GROUPS.test(said) &&
    isIbanCountry(said.slice(0, 2).toUpperCase()) &&
    said.replaceAll(/[^A-Z0-9]/gi, '').length >= minIbanLength
  return isPrinted || readPastedIban(text) !== null ? 'iban' : 'plain'
}

/** True for a result code: a few capitals and digits, not a word, not a time. */
export function isResultCode(text: string): boolean {
  return CODE.test(text)
}

function createMask(mask: MaskKind, apply: (text: string) => string): MaskFunction {
  return (text) => {
    const left = apply(text)
    return { text: left, mask: left === hiddenMark ? 'dots' : mask }
  }
}

/** Creates a mask that shows a text that passes, and a fixed mark for any other text. */
function createClearMask(passes: (text: string) => boolean): MaskFunction {
  return (text) => (passes(text) ? { text, mask: null } : { text: hiddenMark, mask: 'dots' })
}

/**
 * Masks of the access policy by name. Every mask depends on nothing but the part it shows, is idempotent, and
 * gives dots for a text that does not have the expected form.
 */
export const masksByKey = {
  dots: createMask('dots', () => hiddenMark),
  initials: createMask('initials', maskInitials),
  email: createMask('email', maskEmail),
  iban: createMask('iban', maskIban),
  last4: createMask('last4', maskToLast4),
  year: createMask('year', maskToYear),
  decade: createMask('decade', maskToDecade),
  country: createMask('country', maskCountry),
  area: createMask('area', maskToArea),
  ref6: createMask('ref6', maskToRef6),
  band: createMask('band', maskToBand),
  pan: createMask('pan', maskPan),
  host: createMask('host', maskToHost),
  date: createMask('date', (text) => (DATE.test(text) ? text.slice(0, 10) : hiddenMark)),
  count: createMask('count', (text) => (/^\d{1,6}$/.test(text) ? text : hiddenMark)),
  scrubbed: (text) => {
    const left = scrubText(text)
    return { text: left, mask: left === text ? null : 'scrubbed' }
  },
  /** Masks a RID by its form as e-mail or IBAN; shows any other RID in clear. */
  rid: maskRid,
  /** Shows only the form of a result code in clear. */
  code: createClearMask(isResultCode),
  /** Shows only a number of eight or more digits or a UUID in clear: never a word. */
  number: createClearMask((text) => NUMBER.test(text)),
} as const satisfies Readonly<Record<string, MaskFunction>>

export type MaskKey = keyof typeof masksByKey

/** True for the name of a mask; inherited names do not count. */
export function isMaskKey(name: string): name is MaskKey {
  return Object.hasOwn(masksByKey, name)
}
