import { transactionId } from '@paydesk/shared/core/ids'
import { type PaymentAnswer, paymentAnswer } from '@paydesk/shared/payments/merchant-api'
import { requestCurrency, requestId } from '@paydesk/shared/payments/payment-request'
import { z } from 'zod'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { PaymentRequests, RequestRow } from '../../records/payment-requests.ts'
import type { System } from './door.ts'
import { nextOf } from './next.ts'
import type { SystemNeeds } from './rows.ts'

export interface PaymentNeeds extends SystemNeeds {
  readonly paymentRequests: PaymentRequests
}

/** Members as the rules name them, and as this interface does. */
const named: ReadonlyMap<string, string> = new Map([
  ['rid', 'account.identifier'],
  ['amount', 'transaction.amount'],
  ['currency', 'transaction.currency'],
  ['reference', 'transaction.reference'],
  ['accountHolder', 'account_holder'],
])

/** The name that a member has in this interface; of no other text anything is repeated. */
export function memberName(name: string): string {
  const known = named.get(name)
  if (known !== undefined) return known
  const ours = name.replace(/^accountHolder\./, 'account_holder.')
  return /^(?:workflow|(?:client|transaction|account|account_holder)(?:\.[a-z][a-z0-9_]{0,39})?)$/.test(ours)
    ? ours
    : '(another member)'
}

const members = z.array(z.string())
const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/**
 * A payment as the merchant's systems see it: no `secret`, no credentials, the address only while it can be used,
 * and what is to be done where there is none.
 */
export async function answerOf(
  row: RequestRow,
  { store, paymentRequests }: PaymentNeeds,
): Promise<PaymentAnswer> {
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
  // What staff asked for is handed over by staff.
  const address = row.maker === 'person' ? null : hosted
  const open = isFinal || address !== null ? null : { inReview: now?.review === 1, why }
  const payment = {
    id: requestId.parse(row.id),
    status: row.status,
    transaction: {
      id: row.merchant_transaction_id,
      reference: row.reference,
      amount: String(row.amount_minor),
      currency: requestCurrency.parse(row.currency),
    },
    service_transaction_id: row.transaction_id === null ? null : transactionId.parse(row.transaction_id),
    state: now?.state ?? null,
    compound_state: now?.compound ?? null,
    final: isFinal,
    finality: now?.finality ?? 'open',
    redirect_url: address,
    expires_at: time(now?.expires_at ?? row.expires_at),
    created_at: new Date(row.made_at).toISOString(),
    refused_members: row.members === null ? [] : members.parse(JSON.parse(row.members)).map(memberName),
  }
  return paymentAnswer.parse({ payment, next: nextOf(row, open) })
}

/**
 * A payment of the key's own merchant and environment, whoever asked for it. Throws `not_found`, the same for
 * what is another's, was never sent and does not exist.
 */
export async function paymentOf(id: string, { environment, merchant }: System, { store }: SystemNeeds) {
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
