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
} from '@paydesk/shared/ids'

export type Candidate =
  | { readonly as: 'rid'; readonly rid: Rid }
  | { readonly as: 'transaction'; readonly transaction: TransactionId }
  | { readonly as: 'identity'; readonly identity: IdentityId }

const uuid = /(?<![0-9A-Za-z-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9A-Za-z-])/i
/** As the service writes them: `_b103fc0_158a2f3a950__7e12`. */
const identityForm = /(?<![0-9A-Za-z_])_[0-9a-f]{4,16}_[0-9a-f]{4,16}__[0-9a-f]{2,8}(?![0-9A-Za-z_])/i
const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/

/** Addresses of the service (endpoints 3, 2 and 4) and of our own pages, as they stand in logs and mails. */
const customerAddress = /\/v1\/transaction\/states\/[\w-]{1,64}\/([A-Za-z0-9_][\w.@+:=~-]{0,127})/
const transactionAddress =
  /\/(?:v1\/authorization|v1\/transaction(?!\/states\/)|transactions)\/([A-Za-z0-9][\w-]{3,63})/

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
  const customer = rid.safeParse(customerAddress.exec(text)?.[1])
  const transaction = transactionId.safeParse(transactionAddress.exec(text)?.[1])
  const candidates: Candidate[] = []
  if (customer.success) candidates.push({ as: 'rid', rid: customer.data })
  if (transaction.success) candidates.push({ as: 'transaction', transaction: transaction.data })
  return candidates
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
  for (const candidate of [...whole(text), ...addressed(text)]) {
    if (!candidates.some((one) => one.as === candidate.as)) candidates.push(candidate)
  }
  return candidates
}

/** A handle of ours out of an address of one of our pages. */
export function handleIn(pasted: string): CustomerHandle | IdentityHandle | null {
  const [found] = /(?<![0-9A-Za-z_])[ci]_[0-9a-z]{20}(?![0-9A-Za-z_])/.exec(pasted) ?? []
  return customerHandle.safeParse(found).data ?? identityHandle.safeParse(found).data ?? null
}

/** So many pieces of a line at most are tried in the index. */
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

/**
 * Pieces of a longer line that can be ids: of five characters at least and with a digit, the longest
 * first, at most twelve. Empty where the text is one piece.
 */
export function piecesOf(pasted: string): string[] {
  const text = pasted.trim()
  const wholes = text.split(between)
  const pieces = [...wholes, ...wholes.flatMap((piece) => piece.split(within))]
    .map((piece) => piece.replace(/[.:!]+$/, ''))
    .filter((piece) => piece.length >= 5 && piece !== text && /\d/.test(piece) && ownForm.test(piece))
  return [...new Set(pieces)].sort((one, other) => other.length - one.length).slice(0, mostPieces)
}
