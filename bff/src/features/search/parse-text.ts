import { foldDigits } from '@paydesk/shared/core/digits'
import { isIban } from '@paydesk/shared/core/iban'
import {
  type CustomerHandle,
  customerHandleSchema,
  type IdentityHandle,
  type IdentityId,
  identityHandleSchema,
  identityIdSchema,
  type Rid,
  ridCharacterClass,
  ridSchema,
  type TransactionId,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import { findPastedUuid, readPastedIban } from '@paydesk/shared/core/pasted-text'

export type SearchCandidate =
  | { readonly as: 'rid'; readonly rid: Rid }
  | { readonly as: 'transaction'; readonly transaction: TransactionId }
  | { readonly as: 'identity'; readonly identity: IdentityId }

/** Text of a search: as a whole, as candidates for the payment service, and in parts for our records. */
export interface ParsedSearchText {
  readonly text: string
  /** Whole text as a RID. */
  readonly rid: Rid | null
  readonly candidates: readonly SearchCandidate[]
  /** Whole text as a merchant's name for a transaction. */
  readonly merchantReference: string | null
  readonly parts: readonly string[]
}

/** Matches identity ids as the payment service writes them: `_b103fc0_158a2f3a950__7e12`. */
const identityIdPattern = /(?<![0-9A-Za-z_])_[0-9a-f]{4,16}_[0-9a-f]{4,16}__[0-9a-f]{2,8}(?![0-9A-Za-z_])/i
/** Matches an IBAN (ISO 13616) by its form alone, without spaces. */
export const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/

/**
 * URLs of the payment service (endpoints 3, 2 and 4) and of our own pages, as found in logs and mails. A RID
 * followed by characters that it cannot hold is another one and not matched: nothing is cut off.
 */
const customerAddress = new RegExp(
  String.raw`/v1/transaction/states/[\w-]{1,64}/([${ridCharacterClass}]{1,128})(?![%${ridCharacterClass}])`,
  'u',
)
const transactionAddress =
  /\/(?:v1\/authorization|v1\/transaction(?!\/states\/)|transactions)\/([A-Za-z0-9][\w-]{3,63})/

const trimPunctuation = (piece: string) => piece.replace(/[.:!~]+$/, '').replace(/^~+/, '')

/**
 * Returns the RIDs that the whole text can be, the likeliest first: a merchant may also hold an ID that only looks like
 * an IBAN, or an IBAN in small letters or groups.
 */
function parseWholeRids(text: string): Rid[] {
  // People copy IBANs in groups of four; a RID has no spaces.
  const joined = text.replaceAll(' ', '').toUpperCase()
  const spellings = [readPastedIban(text), text, ibanPattern.test(joined) ? joined : null]
  return [...new Set(spellings.flatMap((spelling) => ridSchema.safeParse(spelling).data ?? []))]
}

function parseWholeText(text: string): SearchCandidate[] {
  const [rid] = parseWholeRids(text)
  const asTransaction = transactionIdSchema.safeParse(text)
  const candidates: SearchCandidate[] = []
  if (rid !== undefined) candidates.push({ as: 'rid', rid })
  if (asTransaction.success) candidates.push({ as: 'transaction', transaction: asTransaction.data })
  return candidates
}

/** Finds ids at their place in a URL, in any form. */
function parseAddresses(text: string): SearchCandidate[] {
  const customer = ridSchema.safeParse(trimPunctuation(customerAddress.exec(text)?.[1] ?? ''))
  const transaction = transactionIdSchema.safeParse(transactionAddress.exec(text)?.[1])
  const candidates: SearchCandidate[] = []
  if (customer.success) candidates.push({ as: 'rid', rid: customer.data })
  if (transaction.success) candidates.push({ as: 'transaction', transaction: transaction.data })
  return candidates
}

/**
 * E-mail address in a line, of characters that a RID may hold. Matches neither an address that goes on in
 * other characters, for that is another address, nor one after `//`, where a user name and password may stand
 * before the `@`.
 */
const emailPattern =
  /(?<![\p{L}\p{N}_.+~@%-]|[\p{L}\p{N}]['’])(?<!\/\/\S{0,100})[A-Za-z0-9_][\w.+~-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63})+(?!\.?[\p{L}\p{N}_@-])/gu

/** Returns the e-mail address of a line as a RID. Returns none of several: the intended one is unknown. */
function parseEmailRid(text: string): SearchCandidate[] {
  const [found, ...others] = new Set(text.match(emailPattern))
  const asRid = ridSchema.safeParse(found)
  return asRid.success && others.length === 0 ? [{ as: 'rid', rid: asRid.data }] : []
}

/** Returns the whole text as a RID if the text has that form, else null. */
export function parseWholeRid(pasted: string): Rid | null {
  return parseWholeText(pasted.trim()).find((one) => one.as === 'rid')?.rid ?? null
}

/**
 * Returns the candidates of a pasted text in the order in which they are tried: the best form first,
 * then the whole text as a RID and as a transaction id. Cuts ids out of a longer line or URL. Returns
 * one candidate per form, and a second one for another spelling of the same id.
 */
export function findSearchCandidates(pasted: string): SearchCandidate[] {
  const text = pasted.trim()
  const candidates: SearchCandidate[] = []
  const found = findPastedUuid(text)
  const transaction = transactionIdSchema.safeParse(found)
  if (transaction.success) candidates.push({ as: 'transaction', transaction: transaction.data })
  const identity = identityIdSchema.safeParse(identityIdPattern.exec(text)?.[0])
  if (identity.success) candidates.push({ as: 'identity', identity: identity.data })
  for (const candidate of [...parseWholeText(text), ...parseAddresses(text), ...parseEmailRid(text)]) {
    if (!candidates.some((one) => one.as === candidate.as)) candidates.push(candidate)
  }
  // An id of 32 digits without dashes may be the id as it is.
  const plain = transactionIdSchema.safeParse(text).data
  if (plain !== undefined && found !== null && plain.toLowerCase() === found.replaceAll('-', ''))
    candidates.push({ as: 'transaction', transaction: plain })
  const [, ...otherRids] = parseWholeRids(text)
  candidates.push(...otherRids.map((rid) => ({ as: 'rid', rid }) as const))
  const small = lowerEmail(candidates)
  if (small !== null) candidates.push(small)
  return candidates
}

/** The e-mail address of a candidate in small letters, as most systems store it; null if it is so already. */
function lowerEmail(candidates: readonly SearchCandidate[]): SearchCandidate | null {
  const first = candidates.find((one) => one.as === 'rid')
  const small = first?.rid.includes('@') ? ridSchema.safeParse(first.rid.toLowerCase()).data : undefined
  return small === undefined || small === first?.rid ? null : { as: 'rid', rid: small }
}

/** Extracts a handle of ours from the URL of one of our pages. */
export function extractHandleFromPastedUrl(pasted: string): CustomerHandle | IdentityHandle | null {
  const [found] = /(?<![0-9A-Za-z_])[ci]_[0-9a-z]{20}(?![0-9A-Za-z_])/.exec(pasted) ?? []
  return customerHandleSchema.safeParse(found).data ?? identityHandleSchema.safeParse(found).data ?? null
}

/** Parts of a line that are searched in our records, of each kind. */
const maxParts = 12
const separators = /(?:[\s"'`<>()[\]{},;|&?#\\*]|[^\P{P}\p{ASCII}]|[^\P{S}\p{ASCII}])+/u
const innerSeparators = /[/=:]+/
/** Matches a possible id given by a merchant: begins with a letter or digit, at most 100 characters. */
const merchantReferencePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._:+=@~#/&*()-]{0,99}$/u

/**
 * Returns the whole text if it can be a merchant's name for a transaction. Several words
 * without a digit cannot.
 */
export function parseMerchantReference(pasted: string): string | null {
  const text = pasted.trim()
  return merchantReferencePattern.test(text) && (/\p{N}/u.test(text) || !/\s/.test(text)) ? text : null
}

const splitParts = (text: string) =>
  text.split(separators).flatMap((piece) => piece.split(innerSeparators).map(trimPunctuation))

/** Removes duplicates and keeps the longest parts, the longest first. */
const keepLongest = (pieces: readonly string[]) =>
  [...new Set(pieces)].sort((one, other) => other.length - one.length).slice(0, maxParts)

/**
 * Extracts the parts of a longer line that can be ids: at least five characters, with a digit or an `@`.
 * Plain values come first, then parts with a `/`, `=` or `:`; of both the longest first, at most twelve, so
 * that the `name=value` pairs of a log do not hide the values. Empty if the text is a single part.
 */
export function extractIdParts(pasted: string): string[] {
  const text = pasted.trim()
  const can = (piece: string) =>
    piece.length >= 5 && piece !== text && /[\d@]/.test(piece) && merchantReferencePattern.test(piece)
  const whole = text.split(separators).map(trimPunctuation)
  const values = keepLongest(splitParts(text).filter(can))
  return [...values, ...keepLongest(whole.filter((piece) => can(piece) && !values.includes(piece)))]
}

/** Matches a value after `:` or `=`, perhaps in quotes: `RID: marasuccess`, `"customer":"marasuccess"`. */
const labelledValuePattern = /(?<=[:=]["'`\s]{0,3})[^\s"'`<>()[\]{},;|&?#\\/:=]+/g

/**
 * Extracts words of a longer line that can be ids although they have no digit: labelled values first,
 * then compound words, the longest first; at most twelve. For our own records only, because nearly
 * all of them are no ids.
 */
export function extractIdWords(pasted: string): string[] {
  const text = pasted.trim()
  const named = new Set(text.match(labelledValuePattern)?.map(trimPunctuation))
  const texts = splitParts(text).filter(
    (word) => word.length >= 5 && word !== text && !/[\d@]/.test(word) && merchantReferencePattern.test(word),
  )
  const called = keepLongest(texts.filter((word) => named.has(word)))
  const made = keepLongest(texts.filter((word) => !named.has(word) && /[-_.]/.test(word)))
  return [...called, ...made].slice(0, maxParts)
}

/**
 * Extracts IBANs of a longer line, also in groups of four and in digits of another script, by their country and check
 * digits.
 */
export function extractIbans(pasted: string): string[] {
  const groups = splitParts(foldDigits(pasted))
    .flatMap((part) => part.split(/[._-]/))
    .filter((part) => part !== '')
  const ibans = groups.flatMap((first, nth) => {
    if (!/^[A-Z]{2}\d{2}[A-Z0-9]{0,30}$/i.test(first)) return []
    const found: string[] = []
    let joined = ''
    // Only its country and check digits tell where an IBAN ends, and the next word may look like a group.
    for (const group of groups.slice(nth, nth + 9)) {
      joined += group.toUpperCase()
      if (joined.length > 34 || !/^[A-Z0-9]+$/.test(joined)) break
      if (isIban(joined)) found.push(joined)
    }
    return found
  })
  return keepLongest(ibans)
}
