import { transactionIdSchema } from '@paydesk/shared/core/ids'
import {
  type MerchantPaymentResponse,
  merchantPaymentResponseSchema,
} from '@paydesk/shared/payments/merchant-api'
import {
  paymentRequestCurrencySchema,
  paymentRequestIdSchema,
} from '@paydesk/shared/payments/payment-requests'
import { z } from 'zod'
import { ProblemError } from '../../platform/problem/problem.ts'
import type {
  NoPaymentLinkReason,
  PaymentRequestCreator,
  PaymentRequestRow,
} from '../../records/payment-requests.ts'
import type { AuthenticatedApiKey } from './authenticate-api-key.ts'
import type { ApiKeyDeps } from './rows.ts'

/** State of a created payment that is not final and whose payment link is not returned. */
interface MissingLinkState {
  readonly inReview: boolean
  /** Reason for the missing link; null if a link exists but is not given to API clients. */
  readonly why: NoPaymentLinkReason | null
}

const untilFinal = 'Read this payment until `final` is true.'

function explainMissingLink(
  { maker }: PaymentRequestRow,
  { inReview, why }: MissingLinkState,
): string | null {
  // Never suggest a second payment here: a customer who paid at the last
  // moment, or is in review, would pay twice.
  if (why === 'expired') return `It has expired, so its payment link is no longer returned. ${untilFinal}`
  if (inReview) return `An operator of the payment service must decide. ${untilFinal}`
  const byStaff = 'Staff created this payment'
  switch (why) {
    case 'answer_lost':
      if (maker === 'person')
        return `${byStaff}, and the answer with its payment link did not arrive. Staff decide if they create another one. ${untilFinal}`
      return 'The answer with its payment link did not arrive. For a payment with a link, send a new Idempotency-Key and another `reference`; this one expires.'
    case 'address_not_trusted':
      return 'The payment service returned a link to a host that is not configured, so the link is not returned. Tell the administrator of Paydesk.'
    case 'not_kept':
      return `Its payment link is no longer stored. ${untilFinal}`
    case 'final':
      return null
    case null:
      return maker === 'person'
        ? `${byStaff}: staff give its payment link to the customer, this interface does not.`
        : null
  }
}

/**
 * Describes the merchant's next action if the payment alone does not show it. `open` is null for a payment
 * that has ended or is returned with its link.
 */
function describeNextAction(row: PaymentRequestRow, open: MissingLinkState | null): string | null {
  switch (row.status) {
    case 'sending':
    case 'unknown':
      return 'Read this payment until its status changes. It is never sent a second time.'
    case 'absent':
      return 'The payment service has no such payment. To create one, send a new Idempotency-Key.'
    case 'created':
      return open === null ? null : explainMissingLink(row, open)
    case 'draft':
    case 'refused':
    case 'not_sent':
      return null
  }
}

export interface MerchantPaymentDeps extends ApiKeyDeps {
  readonly paymentRequests: PaymentRequestCreator
}

/** Field names of the merchant API, by the names that the payment rules use. */
const apiFieldNames: ReadonlyMap<string, string> = new Map([
  ['rid', 'account.identifier'],
  ['amount', 'transaction.amount'],
  ['currency', 'transaction.currency'],
  ['reference', 'transaction.reference'],
  ['accountHolder', 'account_holder'],
])

/** Translates a field name to the merchant API. Other texts are never repeated. */
export function toApiFieldName(name: string): string {
  const known = apiFieldNames.get(name)
  if (known !== undefined) return known
  const ours = name.replace(/^accountHolder\./, 'account_holder.')
  return /^(?:workflow|(?:client|transaction|account|account_holder)(?:\.[a-z][a-z0-9_]{0,39})?)$/.test(ours)
    ? ours
    : '(another member)'
}

const membersSchema = z.array(z.string())
const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/**
 * Presents a payment to the merchant's systems: without `secret` and credentials, with the payment link only
 * while the link can be used, and with the next action if there is no link.
 */
export async function presentMerchantPayment(
  row: PaymentRequestRow,
  { store, paymentRequests }: MerchantPaymentDeps,
): Promise<MerchantPaymentResponse> {
  if (row.status === 'draft') throw new ProblemError('not_found')
  const now =
    row.transaction_id === null
      ? undefined
      : await store.db
          .selectFrom('transactions')
          .select(['state', 'compound', 'final', 'finality', 'expires_at', 'review'])
          .where('environment', '=', row.environment)
          .where('id', '=', row.transaction_id)
          .executeTakeFirst()
  const isFinal = now?.final === 1
  const none = { address: null, why: null }
  const { address: hosted, why } = isFinal ? none : await paymentRequests.address(row)
  // Withhold links of requests made by staff: staff hand those links over.
  const address = row.maker === 'person' ? null : hosted
  const open = isFinal || address !== null ? null : { inReview: now?.review === 1, why }
  const payment = {
    id: paymentRequestIdSchema.parse(row.id),
    status: row.status,
    transaction: {
      id: row.merchant_transaction_id,
      reference: row.reference,
      amount: String(row.amount_minor),
      currency: paymentRequestCurrencySchema.parse(row.currency),
    },
    service_transaction_id:
      row.transaction_id === null ? null : transactionIdSchema.parse(row.transaction_id),
    state: now?.state ?? null,
    compound_state: now?.compound ?? null,
    final: isFinal,
    finality: now?.finality ?? 'open',
    redirect_url: address,
    expires_at: time(now?.expires_at ?? row.expires_at),
    created_at: new Date(row.created_at).toISOString(),
    rejected_fields:
      row.members === null ? [] : membersSchema.parse(JSON.parse(row.members)).map(toApiFieldName),
  }
  return merchantPaymentResponseSchema.parse({ payment, next: describeNextAction(row, open) })
}

/**
 * Finds a payment of the API key's merchant and environment, whether a person or a system requested it.
 * Throws the same `not_found` for a payment of another merchant, a draft and an unknown id.
 */
export async function findMerchantPayment(
  id: string,
  { environment, merchant }: AuthenticatedApiKey,
  { store }: ApiKeyDeps,
) {
  const row = await store.db
    .selectFrom('payment_requests')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', environment)
    .where('merchant', '=', merchant)
    .where('status', '!=', 'draft')
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}
