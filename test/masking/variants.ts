import { createHash } from 'node:crypto'

/** Form in which a value could leave, as lower-case bytes (one character per byte). */
export interface ValueVariant {
  readonly form: string
  readonly bytes: string
}

/** Least length of a needle: shorter needles match by chance. */
const LEAST = 6

/** Returns bytes as lower-case text, so that one search finds every spelling. */
export function foldCase(bytes: Buffer): string {
  return bytes.toString('latin1').toLowerCase()
}

const each = (value: string, write: (unit: string) => string) =>
  Array.from({ length: value.length }, (_, at) => write(value.charAt(at))).join('')
const hexUnit = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0')
const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Base64 of the value after 0, 1 and 2 other bytes, without the letters that depend on neighbouring bytes.
 */
function base64Inside(value: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), value]).toString('base64')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + value.length) * 8) / 6))
  })
}

function encodings(value: string): [form: string, text: string][] {
  const utf8 = Buffer.from(value)
  const base64 = base64Inside(utf8)
  const escaped = each(value, (unit) => (unit > '~' ? `\\u${hexUnit(unit)}` : unit))
  return [
    ['small letters', value.toLowerCase()],
    ['capitals', value.toUpperCase()],
    ['NFC', value.normalize('NFC')],
    ['NFD', value.normalize('NFD')],
    ['NFKC', value.normalize('NFKC')],
    ['JSON', JSON.stringify(value).slice(1, -1)],
    ['JSON twice', JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    ['JSON escapes', escaped],
    ['JSON escapes only', each(value, (unit) => `\\u${hexUnit(unit)}`)],
    ['HTML entities', value.replace(/[&<>"']/g, (mark) => named[mark] ?? mark)],
    ['HTML decimal', [...value].map((one) => `&#${one.codePointAt(0)};`).join('')],
    ['HTML hexadecimal', [...value].map((one) => `&#x${one.codePointAt(0)?.toString(16)};`).join('')],
    ['percent', encodeURIComponent(value.toWellFormed())],
    ['percent only', utf8.toString('hex').replace(/../g, '%$&')],
    ['form', new URLSearchParams({ v: value }).toString().slice(2)],
    ['hexadecimal', utf8.toString('hex')],
    ...base64.map((text, at): [string, string] => [`base64 at ${at}`, text]),
    ...base64.map((text, at): [string, string] => [
      `base64url at ${at}`,
      text.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
    ['reversed', [...value].reverse().join('')],
    ['without separators', value.replace(/[^\p{L}\p{M}\p{N}]/gu, '')],
  ]
}

function digests(value: string): [form: string, text: string][] {
  const spellings = new Set([value, value.toLowerCase(), value.trim(), value.replace(/[^\p{L}\p{N}]/gu, '')])
  return [...spellings].flatMap((spelling) =>
    ['md5', 'sha1', 'sha256'].flatMap((name): [string, string][] => {
      const digest = createHash(name).update(spelling).digest()
      return [
        [name, digest.toString('hex')],
        [`${name} in base64`, digest.toString('base64').replace(/=+$/, '')],
        [`${name} in base64url`, digest.toString('base64url')],
      ]
    }),
  )
}

/** Returns the words of a name or of free text; none for a value of one word. */
export function wordsOf(value: string): string[] {
  const texts = value.split(/[\s,.;@/?=:-]+/u)
  return /\p{L} \p{L}/u.test(value) ? texts.filter((word) => word.length >= LEAST) : []
}

const known = new Map<string, readonly ValueVariant[]>()

/**
 * Returns every form in which the whole value could occur in an output. Includes hashes, because short values
 * can be guessed from their hash.
 */
export function variantsOf(
  value: string,
  options: { digests: boolean } = { digests: true },
): readonly ValueVariant[] {
  const key = `${options.digests} ${value}`
  const made = known.get(key) ?? makeVariants(value, options)
  known.set(key, made)
  return made
}

function makeVariants(value: string, options: { digests: boolean }): ValueVariant[] {
  const digitsOnly = value.replace(/\D/g, '')
  const texts: [string, string][] = [
    ['as it is', value],
    ...encodings(value),
    ...(digitsOnly.length >= 8 ? [['digits only', digitsOnly] as [string, string]] : []),
    ...(options.digests ? digests(value) : []),
  ]
  const bytes: [string, Buffer][] = [
    ...texts.map(([form, text]): [string, Buffer] => [form, Buffer.from(text)]),
    ['latin1', Buffer.from(value, 'latin1')],
    ['UTF-16', Buffer.from(value, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(value, 'utf16le').swap16()],
  ]
  // Reverse, because a map keeps the last entry of a key: the plainest form should name the variant.
  const unique = new Map(bytes.reverse().map(([form, buffer]) => [foldCase(buffer), form]))
  return [...unique].filter(([text]) => text.length >= LEAST).map(([text, form]) => ({ form, bytes: text }))
}

/** End of the made e-mail addresses and hosts, which is no secret and a word of our own texts. */
const testDomain = /(?<=\.test)(?![\p{L}\p{N}])/u
/** Month and day without a year, which also stand in other dates. */
const monthAndDay = /^(?:-\d\d-\d\d|\d\d-\d\dt)$/

/**
 * Returns every piece of `size` characters that does not occur in the visible text. No piece reaches across the
 * end of a test domain: "test p" stands in "test payment". What follows the domain has pieces of its own.
 */
export function windowsOf(value: string, visible: string, size = LEAST): ValueVariant[] {
  const seen = visible.toLowerCase()
  const pieces = new Set<string>()
  for (const characters of value.split(testDomain).map((part) => [...part]))
    for (let at = 0; at + size <= characters.length; at += 1) {
      const piece = characters
        .slice(at, at + size)
        .join('')
        .toLowerCase()
      if (!seen.includes(piece) && !monthAndDay.test(piece)) pieces.add(piece)
    }
  return [...pieces].map((piece) => ({ form: 'a piece of it', bytes: foldCase(Buffer.from(piece)) }))
}
