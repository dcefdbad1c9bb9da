import {
  type EnvironmentName,
  merchantIdSchema,
  ridSchema,
  type TransactionId,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import { sql } from 'kysely'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapGuardedForHandle } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import { generateSupportReference } from '../../platform/runtime/reference.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { PaymentRequestRow } from '../../records/payment-requests.ts'
import type { PacedServiceAccess } from '../../sync/workers.ts'
import type { PaymentRequestEnvironment } from './rows.ts'

export interface UnansweredPaymentSearchDeps {
  readonly store: Pick<Store, 'db'>
  readonly handles: Pick<HandleStore, 'resolveAll'>
  service(environment: EnvironmentName): Pick<PaymentService, 'readState' | 'listTransactionsOfCustomer'>
}

/** Scope of a search, with paced access to the payment service. */
export interface UnansweredPaymentSearchContext {
  readonly deps: UnansweredPaymentSearchDeps
  readonly environment: Pick<PaymentRequestEnvironment, 'name' | 'merchantIds'>
  readonly pacedServiceAccess: PacedServiceAccess
}

export type FoundPayment = { readonly transaction: TransactionId; readonly record: StateRecord }

/** Limit (ms) of clock skew between instances and the database. */
const maxClockSkewMs = 60_000

/** Finds the transaction in our records, where a notification may have announced it. */
export async function findPaymentInRecords(
  { environment, merchant, merchant_transaction_id }: PaymentRequestRow,
  { deps }: UnansweredPaymentSearchContext,
): Promise<TransactionId | null> {
  const known = await deps.store.db
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', environment)
    .where('merchant', '=', merchant)
    .where('merchant_transaction_id', '=', merchant_transaction_id)
    .executeTakeFirst()
  return transactionIdSchema.safeParse(known?.id).data ?? null
}

/**
 * Lists the customer's transactions that may belong to the request (interface,
 * endpoint 3); null if the list cannot be read.
 */
export async function listCandidateTransactions(
  row: PaymentRequestRow,
  { deps, environment, pacedServiceAccess }: UnansweredPaymentSearchContext,
) {
  const { service, handles, store } = deps
  const { name } = environment
  const behind = (await handles.resolveAll(name, [row.customer])).get(row.customer)
  const rid = ridSchema.safeParse(behind?.plaintext).data
  const merchant = environment.merchantIds.find((one) => one === row.merchant)
  if (rid === undefined || merchant === undefined) return null
  const options = { reference: generateSupportReference(), lane: 'background', fresh: true } as const
  const outcome = await pacedServiceAccess.runPaced(() =>
    service(name).listTransactionsOfCustomer(merchantIdSchema.parse(merchant), rid, options),
  )
  if (outcome.outcome === 'failed') return null
  const known = await store.db
    .selectFrom('transactions')
    .select(['id', 'merchant_transaction_id as named', 'first_seen', 'gone'])
    .where('environment', '=', name)
    .where('customer', '=', row.customer)
    .execute()
  // Distrust an empty list if our records hold payments of the customer.
  const isEmpty = outcome.outcome === 'not_found' || outcome.value.entries.length === 0
  if (isEmpty) return { ids: [], isWhole: known.every(({ gone }) => gone === 1) }
  const { entries, unreadable } = outcome.value
  const parsed = entries.map(
    (one) => transactionIdSchema.safeParse(unwrapGuardedForHandle(one.transaction_uid)).data,
  )
  const ids = parsed.filter((id) => id !== undefined)
  // Exclude other payments: those with another merchant transaction id,
  // and those seen before the request was sent.
  const isOther = ({ named, first_seen }: (typeof known)[number]) =>
    named === null ? first_seen < (row.sent_at ?? 0) - maxClockSkewMs : named !== row.merchant_transaction_id
  const others = new Set<string>(known.filter(isOther).map(({ id }) => id))
  return {
    ids: ids.filter((id) => !others.has(id)),
    isWhole: unreadable === 0 && ids.length === entries.length,
  }
}

/**
 * Reads a transaction and compares it with the request (interface,
 * endpoint 2); null if that is not possible now.
 */
export async function readCandidateTransaction(
  row: PaymentRequestRow,
  transaction: TransactionId,
  { deps, environment, pacedServiceAccess }: UnansweredPaymentSearchContext,
): Promise<FoundPayment | 'other' | null> {
  const { name } = environment
  const options = {
    reference: generateSupportReference(),
    lane: 'background',
    fresh: true,
    alone: true,
  } as const
  const outcome = await pacedServiceAccess.runPaced(() => deps.service(name).readState(transaction, options))
  if (outcome.outcome !== 'found') return null
  const record = outcome.value
  const named = unwrapGuardedForHandle(record.original_message.transaction_id)
  // Stay undecided: a record without a merchant transaction id may still belong to the request.
  if (named === null) return null
  if (named !== row.merchant_transaction_id) return 'other'
  // Accept a missing merchant: our ids are random, so the id alone identifies the payment.
  const merchant = unwrapGuardedForHandle(record.original_message.merchant_id)
  return merchant === null || merchant === row.merchant ? { transaction, record } : null
}

/**
 * Finds a request that counted as absent and whose transaction became
 * known later; undefined if there is none.
 */
export async function findAbsentPaymentFoundLater({ deps, environment }: UnansweredPaymentSearchContext) {
  const row = await deps.store.db
    .selectFrom('payment_requests as asked')
    .innerJoin('transactions as late', (join) =>
      join
        .onRef('late.environment', '=', 'asked.environment')
        .onRef('late.merchant', '=', 'asked.merchant')
        .onRef('late.merchant_transaction_id', '=', 'asked.merchant_transaction_id'),
    )
    .selectAll('asked')
    .select('late.id as late_id')
    .where('asked.environment', '=', environment.name)
    .where('asked.status', '=', sql.lit('absent'))
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { late_id, ...request } = row
  return { request, transaction: transactionIdSchema.parse(late_id) }
}
