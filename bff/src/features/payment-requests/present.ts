import { customerHandleSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import { type PaymentRequest, paymentRequestIdSchema } from '@paydesk/shared/payments/payment-requests'
import { z } from 'zod'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Actor } from '../../platform/http/route.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import { attachCustomerRids } from '../../records/attach-rids.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { PaymentRequestRow } from '../../records/payment-requests.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import {
  findNoPaymentLinkReason,
  loadPaymentRequestTransactions,
  type PaymentRequestTransactionRow,
} from './payment-link.ts'

/** Payment request with everything that is shown of it. */
export interface LoadedPaymentRequest {
  readonly row: PaymentRequestRow
  readonly rid: string | null
  readonly index: PaymentRequestTransactionRow | undefined
  /** Name of the person or label of the API key that made the request. */
  readonly name: string
}

export interface LoadPaymentRequestDeps {
  readonly store: Pick<Store, 'db'>
  readonly cipher: FieldCipher
  readonly handles: Pick<HandleStore, 'resolveAll'>
}

/** Loads the details of requests of one environment together. */
export async function loadPaymentRequestDetailsList(
  rows: readonly PaymentRequestRow[],
  environment: string,
  { store, cipher, handles }: LoadPaymentRequestDeps,
): Promise<LoadedPaymentRequest[]> {
  const [withCustomers, index] = await Promise.all([
    attachCustomerRids(rows, environment, handles),
    loadPaymentRequestTransactions(store.db, environment, rows),
  ])
  return withCustomers.map(({ row, rid }) => ({
    row,
    rid,
    index: index.get(row.transaction_id ?? ''),
    name: cipher.open(staffTextCipherContext, row.name) ?? '',
  }))
}

export async function loadPaymentRequestDetails(
  row: PaymentRequestRow,
  deps: LoadPaymentRequestDeps,
): Promise<LoadedPaymentRequest> {
  const [requestDetails] = await loadPaymentRequestDetailsList([row], row.environment, deps)
  if (requestDetails === undefined) throw new Error('a request was lost')
  return requestDetails
}

const timeOrNull = (at: number | null) => (at === null ? null : formatIsoTime(at))

function presentTransactionState(index: PaymentRequestTransactionRow | undefined): PaymentRequest['current'] {
  if (index === undefined) return null
  return {
    state: parseTransactionState(index.state),
    compound: index.compound === null ? null : parseCompoundState(index.compound),
    isFinal: index.final === 1,
    inReview: index.review === 1,
    finality: index.finality,
    expiresAt: timeOrNull(index.expires_at),
  }
}

type PaymentLinkView = Pick<PaymentRequest, 'link' | 'isLinkHeldByOthers' | 'noLinkReason'>

/**
 * Presents the payment link: how this person may reveal it, whether other roles may, or why there is none.
 */
function presentPaymentLink(
  { row, index }: LoadedPaymentRequest,
  { permissions, fieldAccess }: Actor,
): PaymentLinkView {
  if (row.status !== 'created') return { link: null, isLinkHeldByOthers: false, noLinkReason: null }
  const noLinkReason = findNoPaymentLinkReason(row, index)
  // Assume that the customer may still hold a link that Paydesk no longer keeps.
  if (noLinkReason !== null)
    return { link: null, isLinkHeldByOthers: noLinkReason === 'not_kept', noLinkReason }
  const may = permissions.has('payment_link.show')
  const link = may ? fieldAccess.getRevealRequirement('request.address') : null
  if (link !== null) return { link, isLinkHeldByOthers: false, noLinkReason: null }
  return { link, isLinkHeldByOthers: true, noLinkReason: may ? 'hidden_here' : 'hidden_for_role' }
}

const memberNamesSchema = z.array(z.string())

function presentRejection({
  status,
  http_status,
  why,
  members,
}: PaymentRequestRow): PaymentRequest['rejection'] {
  if (status !== 'refused') return null
  const fields = members === null ? [] : memberNamesSchema.parse(JSON.parse(members))
  return { httpStatus: http_status, responseCode: why, fields }
}

/** Presents a payment request for this person; each value follows its field permission. */
export function presentPaymentRequest(requestDetails: LoadedPaymentRequest, actor: Actor): PaymentRequest {
  const { row, rid, index, name } = requestDetails
  const { session, fieldAccess } = actor
  return {
    request: paymentRequestIdSchema.parse(row.id),
    status: row.status,
    version: row.version,
    merchant: fieldAccess.mask(guardValue('merchant.id', row.merchant)),
    customer: customerHandleSchema.parse(row.customer),
    rid: fieldAccess.mask(guardValue('rid', rid)),
    workflow: fieldAccess.mask(guardValue('workflow', row.workflow)),
    amount: fieldAccess.mask(guardValue('transaction.amount', row.amount_minor)),
    currency: fieldAccess.mask(guardValue('transaction.currency', row.currency)),
    reference: fieldAccess.mask(guardValue('transaction.reference', row.reference)),
    merchantTransactionId: fieldAccess.mask(guardValue('transaction.id', row.merchant_transaction_id)),
    by:
      row.maker === 'api_key'
        ? { kind: 'api_key', label: name }
        : { kind: 'person', person: { name, me: isSamePerson(row, session) } },
    createdAt: formatIsoTime(row.created_at),
    sentAt: timeOrNull(row.sent_at),
    endedAt: timeOrNull(row.ended_at),
    transaction: row.transaction_id === null ? null : transactionIdSchema.parse(row.transaction_id),
    current: presentTransactionState(index),
    rejection: presentRejection(row),
    ...presentPaymentLink(requestDetails, actor),
  }
}
