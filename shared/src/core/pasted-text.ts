import { hasValidIbanDigits } from './iban.ts'
import { type Rid, ridSchema } from './ids.ts'

/** Percent forms of characters of a RID: the signs, and all beyond ASCII. ASCII letters and digits have none. */
const percentForms = /%(?:2[bde]|3[ad]|40|5f|7e)|(?:%[89a-f][0-9a-f])+/gi
/** Blanks of any width, without line breaks and tabs. */
const wideBlanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
/** Hyphens, dashes and minus signs: word processors put them where somebody typed a hyphen. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const doubleQuotes = /[\u201c-\u201f\u00ab\u00bb\u301d-\u301f]/g
const singleQuotes = /[\u2018-\u201b\u2039\u203a\u2032]/g
/** Full-width forms of East Asian keyboards: the ASCII characters, moved. */
const fullWidth = /[\uff01-\uff5e]/g

/** Decodes percent forms; leaves those that are not UTF-8 as they are. */
function decodePercentForm(form: string): string {
  try {
    return decodeURIComponent(form)
  } catch {
    return form
  }
}

/**
 * Normalizes a pasted text for search, imports and forms: removes invisible characters, the scheme of an
 * e-mail address and quotes around the whole, replaces special blanks, hyphens, quotes and full-width
 * characters, and decodes the percent forms of characters that a RID may hold.
 */
export function normalizePastedText(pasted: string): string {
  const text = pasted
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(wideBlanks, ' ')
    .replaceAll(dashes, '-')
    .replaceAll(doubleQuotes, '"')
    .replaceAll(singleQuotes, "'")
    .replaceAll(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(percentForms, decodePercentForm)
    .replaceAll(/(?<![\p{L}\p{N}_])mailto:/giu, '')
    .trim()
  return /^(["'])([^"']*)\1$/.exec(text)?.[2]?.trim() ?? text
}

/** Returns the IBAN that a normalized text is, with or without its label and blanks; null for another text. */
export function readPastedIban(text: string): string | null {
  const plain = text
    .replace(/^IBAN\s*:?\s*(?=[A-Z]{2}\d{2})/i, '')
    .replaceAll(/[\s-]/g, '')
    .toUpperCase()
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain) && hasValidIbanDigits(plain) ? plain : null
}

/** Returns the RID that a normalized text is: an IBAN without blanks, or the text itself; null for another text. */
export function readPastedRid(text: string): Rid | null {
  return ridSchema.safeParse(readPastedIban(text) ?? text).data ?? null
}

/** UUID, perhaps broken over two lines, or without its dashes. */
const uuid =
  /(?<![0-9A-Za-z-])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![0-9A-Za-z-])/i
const brokenLine =
  /(?<=[0-9a-f-])[ \t]*[\r\n]+[ \t]*(?=[0-9a-f-])|(?<=-) (?=[0-9a-f])|(?<=[0-9a-f]) (?=-[0-9a-f])/gi

/** Returns the first UUID in a normalized text, in small letters and with its dashes; null if there is none. */
export function findPastedUuid(text: string): string | null {
  const found = uuid.exec(text)?.[0] ?? uuid.exec(text.replaceAll(brokenLine, ''))?.[0]
  if (found === undefined) return null
  const digits = found.replaceAll('-', '').toLowerCase()
  return [8, 12, 16, 20].reduceRight((left, at) => `${left.slice(0, at)}-${left.slice(at)}`, digits)
}
