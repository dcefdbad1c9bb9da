import { hasValidIbanDigits } from './digits.ts'
import { type Rid, ridSchema } from './ids.ts'

/** Percent forms of characters of a RID: the signs, and all beyond ASCII. ASCII letters and digits have none. */
const percentForms = /%(?:2[bde]|3[ad]|40|5f|7e)|(?:%[89a-f][0-9a-f])+/gi
/** Blanks of any width, without line breaks and tabs. */
const wideBlanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
/** Line breaks of word processors and PDF readers. */
const lineBreaks = /[\v\f\u0085\u2028\u2029]/g
/** Characters without a form of their own, and the place of a picture. */
const invisible = /[\p{Cf}\p{DI}\ufffc]/gu
/** Hyphens, dashes and minus signs: word processors put them where somebody typed a hyphen. */
const dashes = /[\p{Pd}\u2043\u207b\u2212]/gu
const doubleQuotes = /[\u201c-\u201f\u00ab\u00bb\u275d\u275e\u301d-\u301f]/g
const singleQuotes = /[\u00b4\u2018-\u201b\u2039\u203a\u2032\u275b\u275c]/g
/** Full stops of East Asian keyboards. */
const fullStops = /[\u3002\uff61]/g
/** Signs around a whole text that no ID holds: quotes, those of chats, brackets, and `<` `>` of an e-mail address. */
const wrapped =
  /^(?:(["'])([^"']*)\1|([*`]{1,3})([^*`]*)\3|[([{⟨「『【《]([^\p{Ps}\p{Pe}]*)\p{Pe}|<([^<>]*@[^<>]*)>)$/u
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
 * Normalizes a pasted text for search, imports and forms: decodes the percent forms of characters that a RID may
 * hold, removes invisible characters, the scheme of an e-mail address and quotes or brackets around the whole, and
 * replaces special blanks, line breaks, hyphens, quotes and full-width characters.
 */
export function normalizePastedText(pasted: string): string {
  const text = pasted
    .replaceAll(percentForms, decodePercentForm)
    .replaceAll(invisible, '')
    .replaceAll(wideBlanks, ' ')
    .replaceAll(lineBreaks, '\n')
    .replaceAll(dashes, '-')
    .replaceAll(doubleQuotes, '"')
    .replaceAll(singleQuotes, "'")
    .replaceAll(fullStops, '.')
    .replaceAll(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(/(?<![\p{L}\p{N}_])mailto:/giu, '')
    .trim()
  const [, , inQuotes, , inMarks, inBrackets, email] = wrapped.exec(text) ?? []
  return (inQuotes ?? inMarks ?? inBrackets ?? email)?.trim() ?? text
}

/** Label before an IBAN, such as `IBAN:` or `(IBAN-Nr.)`. */
const ibanLabel = /^[([]?IBAN[^A-Z0-9]*(?:(?:No|Nr|Number|Nummer)[^A-Z0-9]*)?(?=[A-Z]{2}\d{2})/i

/** Returns the IBAN that a normalized text is, with or without its label, blanks and points; null for another text. */
export function readPastedIban(text: string): string | null {
  const plain = text
    .replace(ibanLabel, '')
    .replace(/[.,;]$/, '')
    .replaceAll(/[\s./·-]/g, '')
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
  /(?<=[0-9a-f-])=?[ \t]*[\r\n]+[ \t>|]*(?=[0-9a-f-])|(?<=-)[ \t](?=[0-9a-f])|(?<=[0-9a-f])[ \t](?=-[ \t]?[0-9a-f])/gi
/**
 * UUID whose dashes became blanks, points or underscores. One of digits alone is several numbers: a letter must be
 * among its 36 characters. Without that limit, a long text would be read to its end from every blank.
 */
const separatedUuid =
  /(?<![0-9A-Za-z_.-])(?=[\d _.]{0,35}[a-f])[0-9a-f]{8}([ _.])(?:[0-9a-f]{4}\1){3}[0-9a-f]{12}(?![0-9A-Za-z_-])/i

/** Returns the first UUID in a normalized text, in small letters and with its dashes; null if there is none. */
export function findPastedUuid(text: string): string | null {
  const found =
    uuid.exec(text)?.[0] ?? uuid.exec(text.replaceAll(brokenLine, ''))?.[0] ?? separatedUuid.exec(text)?.[0]
  if (found === undefined) return null
  const digits = found.replaceAll(/[-_. ]/g, '').toLowerCase()
  return [8, 12, 16, 20].reduceRight((left, at) => `${left.slice(0, at)}-${left.slice(at)}`, digits)
}
