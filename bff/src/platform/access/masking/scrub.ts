/** Mark for a hidden text, always of the same length. */
export const hiddenMark = '••••••••'

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly digits: number
}

interface Range {
  readonly start: number
  readonly end: number
}

const WORD = /[\p{L}\p{M}\p{Nd}]+/gu
const DIGIT = /\p{Nd}/gu
const FORMAT = /\p{Cf}+/gu
const SPACE = /\s/u
const OPENING = /["'<([{]/
const CLOSING = /["'>)\]},;:.!?]/
const MONTH =
  /^(?:jan(?:uary|uar|uari)?|feb(?:ruary|ruar|ruari)?|mar(?:ch|s)?|märz|apr(?:il)?|may|mai|maj|june?|juni|july?|juli|aug(?:ust|usti)?|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)$/i
/** Result codes such as IS0101: never part of a longer number. */
const CODE_WORD = /^[A-Z]{2,4}\d{3,4}$/
/** Bank codes between the digits of an IBAN; right after its start in lower case too. */
const BRIDGE = /^[A-Z]{1,4}$/
const IBAN_START = /^[a-z]{2}\d{2}$/i
/** Text without a digit and an at sign, in ASCII: nothing to hide, and no normalisation needed. */
const HARMLESS = /^[\x20-\x2f\x3a-\x3f\x41-\x7e]+$/
const maxGapLength = 3
/** Number of digits from which a number may belong to a person: account, card, telephone, date of birth. */
const minPersonalDigits = 6

/**
 * Replaces e-mail addresses, IBANs, card and account numbers, telephone numbers and dates in free text by
 * marks of one length. Adjacent hidden parts become one mark, so that neither the length nor the grouping of
 * the hidden text shows. Hides too much rather than too little.
 */
export function scrubText(text: string): string {
  if (HARMLESS.test(text)) return text
  const plain = text.normalize('NFKC').replace(FORMAT, '').normalize('NFKC')
  const ranges = [...findEmailRanges(plain), ...findNumberRanges(plain)].sort((a, b) => a.start - b.start)
  if (ranges.length === 0) return plain === '' ? hiddenMark : plain
  let out = ''
  let from = 0
  let hidden = false
  for (const range of ranges) {
    const between = plain.slice(from, Math.max(from, range.start))
    const touching = hidden && between.length <= maxGapLength && !/[\p{L}\p{Nd}]/u.test(between)
    if (!touching) out += between + hiddenMark
    hidden = true
    from = Math.max(from, range.end)
  }
  return out + plain.slice(from)
}

/** Finds everything up to white space on both sides of an at sign. */
function findEmailRanges(text: string): Range[] {
  const ranges: Range[] = []
  let done = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', done)) {
    let start = at
    while (start > done && SPACE.test(text.charAt(start - 1))) start -= 1
    while (start > done && !SPACE.test(text.charAt(start - 1))) start -= 1
    let end = at + 1
    while (end < text.length && SPACE.test(text.charAt(end))) end += 1
    while (end < text.length && !SPACE.test(text.charAt(end))) end += 1
    done = end
    while (start < at && OPENING.test(text.charAt(start))) start += 1
    while (end > at + 1 && CLOSING.test(text.charAt(end - 1))) end -= 1
    ranges.push({ start, end })
  }
  return ranges
}

/** Finds runs of words with digits, a few characters apart, that together say too much. */
function findNumberRanges(text: string): Range[] {
  const ranges: Range[] = []
  let chain: Word[] = []
  const close = () => {
    const range = findHiddenRange(text, chain)
    if (range !== null) ranges.push(range)
    chain = []
  }
  for (const match of text.matchAll(WORD)) {
    const word = toWord(match[0], match.index)
    const last = chain.at(-1)
    if (last !== undefined && word.start - last.end > maxGapLength) close()
    if (CODE_WORD.test(word.text)) close()
    else if (word.digits > 0 || MONTH.test(word.text) || isBridge(word, chain)) chain.push(word)
    else close()
  }
  close()
  return ranges
}

function isBridge(word: Word, chain: readonly Word[]): boolean {
  const [first] = chain
  if (first === undefined) return false
  const bankCode = chain.length === 1 && IBAN_START.test(first.text) && word.text.length === 4
  return BRIDGE.test(bankCode ? word.text.toUpperCase() : word.text)
}

function toWord(text: string, start: number): Word {
  return { text, start, end: start + text.length, digits: text.match(DIGIT)?.length ?? 0 }
}

function findHiddenRange(text: string, chain: readonly Word[]): Range | null {
  const end = chain.findLastIndex((word) => word.digits > 0 || MONTH.test(word.text))
  const words = chain.slice(0, end + 1)
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return null
  const lead = /\+\(?$/.exec(text.slice(Math.max(0, first.start - 3), first.start))?.[0] ?? ''
  const months = words.filter((word) => word.digits === 0 && MONTH.test(word.text)).length
  const digits = words.reduce((sum, word) => sum + word.digits, 0)
  if (digits === 0) return null
  const enough = digits + 2 * months >= (lead.includes('+') ? minPersonalDigits - 1 : minPersonalDigits)
  return enough || isShortDate(text, words) ? { start: first.start - lead.length, end: last.end } : null
}

/** True for 17.4.88 and the like: three short numbers joined by points, hyphens or slashes. */
function isShortDate(text: string, words: readonly Word[]): boolean {
  const [a, b, c] = words
  if (words.length !== 3 || a === undefined || b === undefined || c === undefined) return false
  const joined = [text.slice(a.end, b.start), text.slice(b.end, c.start)]
  return (
    words.every((word) => word.digits > 0 && word.text.length <= 4) &&
    joined.every((gap) => /^[./-]$/.test(gap))
  )
}
