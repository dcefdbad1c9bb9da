import {
  type IdentityId,
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

/**
 * What a pasted text can be, in the order in which it is tried: the form that fits best first, then
 * the whole text as a RID and as a transaction id. From a longer line or an address the id is cut out.
 */
export function candidatesOf(pasted: string): Candidate[] {
  const text = pasted.trim()
  const candidates: Candidate[] = []
  const transaction = transactionId.safeParse(uuid.exec(text)?.[0].toLowerCase())
  if (transaction.success) candidates.push({ as: 'transaction', transaction: transaction.data })
  const identity = identityId.safeParse(identityForm.exec(text)?.[0])
  if (identity.success) candidates.push({ as: 'identity', identity: identity.data })
  for (const candidate of whole(text)) {
    const again = candidate.as === 'transaction' && candidates.some((one) => one.as === 'transaction')
    if (!again) candidates.push(candidate)
  }
  return candidates
}
