import {
  type CustomerHandle,
  customerHandle,
  type IdentityHandle,
  type IdentityId,
  identityHandle,
  identityId,
  type Rid,
  rid,
  type TransactionId,
  transactionId,
} from '@paydesk/shared/core/ids'

export type Candidate =
  | { readonly as: 'rid'; readonly rid: Rid }
  | { readonly as: 'transaction'; readonly transaction: TransactionId }
  | { readonly as: 'identity'; readonly identity: IdentityId }

const uuid = /(?<![0-9A-Za-z-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9A-Za-z-])/i
/** As the service writes them: `_b103fc0_158a2f3a950__7e12`. */
const identityForm = /(?<![0-9A-Za-z_])_[0-9a-f]{4,16}_[0-9a-f]{4,16}__[0-9a-f]{2,8}(?![0-9A-Za-z_])/i
/** An IBAN (ISO 13616) by its form alone, without spaces. */
export const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/

/**
 * Addresses of the service (endpoints 3, 2 and 4) and of our own pages, as they stand in logs and mails. A
 * RID that goes on in letters it cannot hold is another one: nothing is cut off.
 */
const customerAddress =
  /\/v1\/transaction\/states\/[\w-]{1,64}\/([A-Za-z0-9_][\w.@+:=~-]{0,127})(?![\w.@+:=~%-])/
const transactionAddress =
  /\/(?:v1\/authorization|v1\/transaction(?!\/states\/)|transactions)\/([A-Za-z0-9][\w-]{3,63})/

/** Signs of a RID that addresses write in percent form. No letters and digits: nobody writes those so. */
const percentForms = /%(?:2[bde]|3[ad]|40|5f|7e)/gi

/**
 * A pasted text as it is read: without marks that nobody sees, with plain hyphens, without the scheme of an
 * e-mail's address, and with the signs of a RID for their percent forms.
 */
export function plainOf(pasted: string): string {
  return pasted
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(percentForms, decodeURIComponent)
    .replaceAll(/(?<![\p{L}\p{N}_])mailto:/giu, '')
    .trim()
}

const withoutEnd = (piece: string) => piece.replace(/[.:!]+$/, '')

function whole(text: string): Candidate[] {
  // People copy IBANs in groups of four; as a RID it has no spaces.
  const joined = text.replaceAll(' ', '').toUpperCase()
  const asRid = rid.safeParse(ibanForm.test(joined) ? joined : text)
  const asTransaction = transactionId.safeParse(text)
  const candidates: Candidate[] = []
  if (asRid.success) candidates.push({ as: 'rid', rid: asRid.data })
  if (asTransaction.success) candidates.push({ as: 'transaction', transaction: asTransaction.data })
  return candidates
}

/** Ids that stand at their place in an address, whatever their form. */
function addressed(text: string): Candidate[] {
  const customer = rid.safeParse(withoutEnd(customerAddress.exec(text)?.[1] ?? ''))
  const transaction = transactionId.safeParse(transactionAddress.exec(text)?.[1])
  const candidates: Candidate[] = []
  if (customer.success) candidates.push({ as: 'rid', rid: customer.data })
  if (transaction.success) candidates.push({ as: 'transaction', transaction: transaction.data })
  return candidates
}

/**
 * An e-mail address in a line, of the signs that a RID may hold. Not what goes on in others, for it is another
 * address then; and not behind `//`, where a user's name and password may stand before the `@`.
 */
const mailForm =
  /(?<![\p{L}\p{N}_.+~@%-]|[\p{L}\p{N}]['’])(?<!\/\/\S{0,100})[A-Za-z0-9_][\w.+~-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63})+(?!\.?[\p{L}\p{N}_@-])/gu

/** The e-mail address of a line, as a RID. Of several none: which one is meant is not known. */
function mailed(text: string): Candidate[] {
  const [found, ...others] = new Set(text.match(mailForm))
  const asRid = rid.safeParse(found)
  return asRid.success && others.length === 0 ? [{ as: 'rid', rid: asRid.data }] : []
}

/** The whole text as a RID, where it has that form. */
export function wholeRidOf(pasted: string): Rid | null {
  return whole(pasted.trim()).find((one) => one.as === 'rid')?.rid ?? null
}

/**
 * What a pasted text can be, in the order in which it is tried: the form that fits best first, then
 * the whole text as a RID and as a transaction id. From a longer line or an address the id is cut out.
 * Each form once.
 */
export function candidatesOf(pasted: string): Candidate[] {
  const text = pasted.trim()
  const candidates: Candidate[] = []
  const transaction = transactionId.safeParse(uuid.exec(text)?.[0].toLowerCase())
  if (transaction.success) candidates.push({ as: 'transaction', transaction: transaction.data })
  const identity = identityId.safeParse(identityForm.exec(text)?.[0])
  if (identity.success) candidates.push({ as: 'identity', identity: identity.data })
  for (const candidate of [...whole(text), ...addressed(text), ...mailed(text)]) {
    if (!candidates.some((one) => one.as === candidate.as)) candidates.push(candidate)
  }
  return candidates
}

/** A handle of ours out of an address of one of our pages. */
export function handleIn(pasted: string): CustomerHandle | IdentityHandle | null {
  const [found] = /(?<![0-9A-Za-z_])[ci]_[0-9a-z]{20}(?![0-9A-Za-z_])/.exec(pasted) ?? []
  return customerHandle.safeParse(found).data ?? identityHandle.safeParse(found).data ?? null
}

/** So many pieces of a line at most are tried in the index, of each kind. */
const mostPieces = 12
const between = /[\s"'`<>()[\]{},;|&?#\\]+/
const within = /[/=:]+/
/** What a merchant may have given as an id of its own: begins with a letter or digit, at most 100 characters. */
const ownForm = /^[\p{L}\p{N}][\p{L}\p{N} ._:+=@~#/&*()-]{0,99}$/u

/** The whole text, where a merchant may have named a transaction so. A few words without a digit are none. */
export function ownIdIn(pasted: string): string | null {
  const text = pasted.trim()
  return ownForm.test(text) && (/\p{N}/u.test(text) || !/\s/.test(text)) ? text : null
}

const parts = (text: string) => text.split(between).flatMap((piece) => piece.split(within).map(withoutEnd))

/** Each once, the longest first, and no more than are tried. */
const longestOf = (pieces: readonly string[]) =>
  [...new Set(pieces)].sort((one, other) => other.length - one.length).slice(0, mostPieces)

/**
 * Pieces of a longer line that can be ids: of five characters at least and with a digit or an `@`. First values
 * of their own, then those that hold a `/`, `=` or `:`; of each the longest first, at most twelve, so that the
 * `name=value` of a log do not hide what is named in it. Empty where the text is one piece.
 */
export function piecesOf(pasted: string): string[] {
  const text = pasted.trim()
  const can = (piece: string) =>
    piece.length >= 5 && piece !== text && /[\d@]/.test(piece) && ownForm.test(piece)
  const whole = text.split(between).map(withoutEnd)
  const values = longestOf(parts(text).filter(can))
  return [...values, ...longestOf(whole.filter((piece) => can(piece) && !values.includes(piece)))]
}

/** What stands behind `:` or `=`, perhaps in quotes: `RID: marasuccess`, `"customer":"marasuccess"`. */
const namedForm = /(?<=[:=]["'`\s]{0,3})[^\s"'`<>()[\]{},;|&?#\\/:=]+/g

/**
 * Words of a longer line that can be ids although no digit is in them: those that something is called in it
 * first, then those made of several, the longest first; at most twelve. For this office's own index only,
 * because nearly all of them are no ids.
 */
export function wordsIn(pasted: string): string[] {
  const text = pasted.trim()
  const named = new Set(text.match(namedForm)?.map(withoutEnd))
  const words = parts(text).filter(
    (word) => word.length >= 5 && word !== text && !/[\d@]/.test(word) && ownForm.test(word),
  )
  const called = longestOf(words.filter((word) => named.has(word)))
  const made = longestOf(words.filter((word) => !named.has(word) && /[-_.]/.test(word)))
  return [...called, ...made].slice(0, mostPieces)
}

const isIban = (text: string) => {
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** IBANs (ISO 13616, 15 to 34 signs) of a longer line, also in groups of four, by their check digits. */
export function ibansIn(pasted: string): string[] {
  const groups = parts(pasted).filter((part) => part !== '')
  const ibans = groups.flatMap((first, nth) => {
    if (!/^[A-Z]{2}\d{2}[A-Z0-9]{0,30}$/i.test(first)) return []
    const found: string[] = []
    let joined = ''
    // Where an IBAN ends nothing tells but its check digits, and the word behind it may look like a group.
    for (const group of groups.slice(nth, nth + 9)) {
      joined += group.toUpperCase()
      if (joined.length > 34 || !/^[A-Z0-9]+$/.test(joined)) break
      if (joined.length >= 15 && isIban(joined)) found.push(joined)
    }
    return found
  })
  return longestOf(ibans)
}
