import { foldDigits } from './digits.ts'
import { isIban } from './iban.ts'
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

/** Forms of characters in HTML that copied page sources and mails contain. */
const htmlEntities = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi
const namedEntities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", commat: '@', period: '.', lowbar: '_', plus: '+' },
  ...{ nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', colon: ':', sol: '/', equals: '=', num: '#' },
  ...{
    hyphen: '-',
    dash: '-',
    ndash: '-',
    mdash: '-',
    minus: '-',
    shy: '',
    zwj: '',
    zwnj: '',
    lrm: '',
    rlm: '',
  },
  ...{
    laquo: '"',
    raquo: '"',
    ldquo: '"',
    rdquo: '"',
    bdquo: '"',
    lsquo: "'",
    rsquo: "'",
    newline: '\n',
    tab: '\t',
  },
}

/** Decodes HTML forms of characters; leaves those that nobody uses in IDs, and numbers of no character. */
function decodeHtmlEntities(text: string): string {
  return text.replaceAll(htmlEntities, (form: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined)
      return Object.hasOwn(namedEntities, name.toLowerCase())
        ? (namedEntities[name.toLowerCase()] ?? form)
        : form
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
      ? form
      : String.fromCodePoint(code)
  })
}

/** Text with a blank between all of its signs, as headings and some PDF readers have it: `c u s t - 0 0 4 1 7`. */
const letterSpaced = /^\S\p{M}*(?: {1,4}\S\p{M}*){4,}$/u

/** Joins a letter-spaced text; two blanks or more stand between words. */
const joinLetterSpaced = (text: string) =>
  letterSpaced.test(text) ? text.replaceAll(/ +/g, (blanks) => (blanks === ' ' ? '' : ' ')) : text

/** Replaces signs that word processors and keyboards write for a blank, a hyphen or a quote, and removes invisible ones. */
export const normalizePastedSigns = (text: string): string =>
  text
    .replaceAll(invisible, '')
    .replaceAll(wideBlanks, ' ')
    .replaceAll(lineBreaks, '\n')
    .replaceAll(dashes, '-')
    .replaceAll(doubleQuotes, '"')
    .replaceAll(singleQuotes, "'")

/**
 * Normalizes a pasted text for search, imports and forms: decodes HTML forms of characters, twice as some programs
 * encode them twice, and the percent forms of characters that a RID may hold; removes invisible characters, blanks
 * between all signs, the scheme of an e-mail address and quotes or brackets around the whole; and replaces special
 * blanks, line breaks, hyphens, quotes and full-width characters.
 */
export function normalizePastedText(pasted: string): string {
  const decoded = decodeHtmlEntities(decodeHtmlEntities(pasted)).replaceAll(percentForms, decodePercentForm)
  const plain = normalizePastedSigns(decoded)
    .replaceAll(fullStops, '.')
    .replaceAll(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(/(?<![\p{L}\p{N}_])mailto:/giu, '')
    .trim()
  const text = joinLetterSpaced(plain)
  const [, , inQuotes, , inMarks, inBrackets, email] = wrapped.exec(text) ?? []
  return (inQuotes ?? inMarks ?? inBrackets ?? email)?.trim() ?? text
}

/** Label before an IBAN, without its signs: `IBAN:`, `(IBAN-Nr.)`. Not the letters of a Norwegian IBAN. */
const ibanLabel = /^IBAN(?:NO|NR|NUMBER|NUMMER)?(?=[A-Z]{2}\d{2})/

/**
 * Removes the label and the signs between the groups of an IBAN in a normalized text, and writes it in capital letters
 * and ASCII digits. An at sign stays: it makes the text an e-mail address.
 */
export const compactPastedIban = (text: string): string =>
  foldDigits(text)
    .replaceAll(/[^\p{L}\p{N}@]/gu, '')
    .toUpperCase()
    .replace(ibanLabel, '')

/** Returns the IBAN that a normalized text is, with or without its label and signs; null for another text. */
export function readPastedIban(text: string): string | null {
  const plain = compactPastedIban(text)
  return isIban(plain) ? plain : null
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
