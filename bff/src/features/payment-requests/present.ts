import { customerHandle, transactionId } from '@paydesk/shared/core/ids'
import { readCompound, readState } from '@paydesk/shared/core/state'
import { type PaymentRequest, requestId } from '@paydesk/shared/payments/payment-request'
import { z } from 'zod'
import { guard } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Actor } from '../../platform/http/route.ts'
import { isPerson } from '../../platform/session/person.ts'
import type { Handles } from '../../records/handles.ts'
import type { RequestRow } from '../../records/payment-requests.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { withRids } from '../../records/rids.ts'
import { type Now, nowOf, whyNoAddress } from './address.ts'
import { noAddressSays, notShownHere, notShownToRole, whyInWords } from './words.ts'

/** A request with everything that is shown of it. */
export interface Seen {
  readonly row: RequestRow
  readonly rid: string | null
  readonly index: Now | undefined
  /** Of whoever made it. */
  readonly name: string
}

export interface SeenNeeds {
  readonly store: Pick<Store, 'db'>
  readonly seal: Seal
  readonly handles: Pick<Handles, 'resolveAll'>
}

/** What is shown of requests of one environment, looked up together. */
export async function seenOf(
  rows: readonly RequestRow[],
  environment: string,
  { store, seal, handles }: SeenNeeds,
): Promise<Seen[]> {
  const [withCustomers, index] = await Promise.all([
    withRids(rows, environment, handles),
    nowOf(store.db, environment, rows),
  ])
  return withCustomers.map(({ row, rid }) => ({
    row,
    rid,
    index: index.get(row.transaction_id ?? ''),
    name: seal.open(reviewSealed, row.name) ?? '',
  }))
}

/** The same of one request. */
export async function seenOne(row: RequestRow, needs: SeenNeeds): Promise<Seen> {
  const [seen] = await seenOf([row], row.environment, needs)
  if (seen === undefined) throw new Error('a request was lost')
  return seen
}

const time = (at: number) => new Date(at).toISOString()
const timeOrNull = (at: number | null) => (at === null ? null : time(at))

function nowShown(index: Now | undefined): PaymentRequest['now'] {
  if (index === undefined) return null
  return {
    state: readState(index.state),
    compound: index.compound === null ? null : readCompound(index.compound),
    isFinal: index.final === 1,
    inReview: index.review === 1,
    finality: index.finality,
    expiresAt: timeOrNull(index.expires_at),
  }
}

type AddressShown = Pick<PaymentRequest, 'address' | 'addressWithOthers' | 'noAddress'>

/** How this person may see the hosted address, who else may, or why there is none for anybody. */
function addressShown({ row, index }: Seen, { permissions, sight }: Actor): AddressShown {
  const none = { address: null, addressWithOthers: false }
  if (row.status !== 'created') return { ...none, noAddress: null }
  const why = whyNoAddress(row, index)
  // What is not kept here the customer may hold still.
  if (why !== null) return { ...none, addressWithOthers: why === 'not_kept', noAddress: noAddressSays[why] }
  const may = permissions.has('request.address')
  const address = may ? sight.revealing('request.address') : null
  if (address !== null) return { address, addressWithOthers: false, noAddress: null }
  return { address, addressWithOthers: true, noAddress: may ? notShownHere : notShownToRole }
}

const memberNames = z.array(z.string())

/** A payment request as this person may see it: each value under its cell of the matrix. */
export function presentRequest(seen: Seen, actor: Actor): PaymentRequest {
  const { row, rid, index, name } = seen
  const { session, sight } = actor
  const isMine = isPerson(row, session)
  return {
    request: requestId.parse(row.id),
    status: row.status,
    version: row.version,
    merchant: sight.show(guard('merchant.id', row.merchant)),
    customer: customerHandle.parse(row.customer),
    rid: sight.show(guard('rid', rid)),
    workflow: sight.show(guard('workflow', row.workflow)),
    amount: sight.show(guard('transaction.amount', row.amount_minor)),
    currency: sight.show(guard('transaction.currency', row.currency)),
    reference: sight.show(guard('transaction.reference', row.reference)),
    merchantTransactionId: sight.show(guard('transaction.id', row.merchant_transaction_id)),
    by:
      row.maker === 'system'
        ? { kind: 'system', label: name }
        : { kind: 'person', who: { name, me: isMine } },
    madeAt: time(row.made_at),
    sentAt: timeOrNull(row.sent_at),
    endedAt: timeOrNull(row.ended_at),
    transaction: row.transaction_id === null ? null : transactionId.parse(row.transaction_id),
    now: nowShown(index),
    why: whyInWords(row, row.maker === 'person' && isMine),
    refusedMembers: row.members === null ? [] : memberNames.parse(JSON.parse(row.members)),
    ...addressShown(seen, actor),
  }
}
