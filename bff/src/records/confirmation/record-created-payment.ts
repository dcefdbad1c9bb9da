import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { Transaction } from 'kysely'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { appendLiveChange } from '../live-changes.ts'
import { sanitizePlainCode } from '../observations/notification-columns.ts'
import {
  buildChangeObservations,
  hasTransactionRowChanged,
  type TransactionRow,
} from '../observations/observations.ts'
import { enqueueTransactionRead } from '../read-queue.ts'
import { type ListedTransactionsDeps, recordNewTransactions } from './record-listed-transactions.ts'
import { extractRecordColumns } from './transaction-columns.ts'

/** Transaction created by Paydesk, with the answer to the request or with a record that was read later. */
export interface CreatedTransaction {
  readonly environment: EnvironmentName
  readonly transaction: TransactionId
  readonly merchant: string
  readonly customer: string
  readonly record: StateRecord
  /** Values that Paydesk requested: the transaction id of the merchant and the following fields. */
  readonly merchantTransactionId: string
  readonly reference: string
  readonly workflow: string
  /** Amount in minor units. */
  readonly amount: number
  readonly currency: string
}

export interface CreatedPaymentDeps extends Pick<ListedTransactionsDeps, 'store' | 'review'> {
  readonly cipher: FieldCipher
}

/** Builds the columns that are known from our own request: no later answer knows them better. */
function buildRequestedColumns(created: CreatedTransaction) {
  return {
    customer: created.customer,
    merchant_transaction_id: created.merchantTransactionId,
    reference: created.reference,
    workflow: sanitizePlainCode(created.workflow, 64),
    amount_minor: created.amount,
    currency: created.currency,
    amount_source: 'create' as const,
    amount_text: null,
    currency_text: null,
  }
}

function buildCreatedRow(created: CreatedTransaction, cipher: FieldCipher, now: number) {
  const { environment, transaction, merchant, record } = created
  const { columns, review } = extractRecordColumns(record, environment, transaction, cipher)
  const row: TransactionRow = {
    ...columns,
    ...buildRequestedColumns(created),
    ...{ environment, id: transaction, merchant },
    first_seen: now,
    first_source: 'create',
    changed_from: null,
    changed_at: now,
    read_at: null,
    version: 1,
    tasks: null,
    finality: columns.final === 1 ? 'unconfirmed' : 'open',
    final_read_at: null,
    proof_notification_seq: null,
    proof_read_at: null,
    sent: null,
    received: 0,
    listed_at: null,
    next_read_at: now,
    record_values: null,
    list_values: null,
    gone: 0,
  }
  return { row, record: review }
}

/**
 * Fills in the requested values if our records have the transaction already because a notification was
 * faster.
 */
async function fillMissingColumns(
  trx: Transaction<DatabaseSchema>,
  created: CreatedTransaction,
  { store, cipher }: CreatedPaymentDeps,
  now: number,
): Promise<void> {
  const { environment, transaction } = created
  const own = trx
    .selectFrom('transactions')
    .selectAll()
    .where('environment', '=', environment)
    .where('id', '=', transaction)
  // Lock the row, because a read may be written just now; the embedded database has a single writer.
  const before = await (store.dialect === 'postgres' ? own.forUpdate() : own).executeTakeFirstOrThrow()
  const { secret_hash } = buildCreatedRow(created, cipher, now).row
  const after = {
    ...before,
    ...buildRequestedColumns(created),
    secret_hash: before.secret_hash ?? secret_hash,
  }
  if (!hasTransactionRowChanged(before, after)) return
  const version = before.version + 1
  await trx
    .updateTable('transactions')
    .set({ ...buildRequestedColumns(created), secret_hash: after.secret_hash, version })
    .where('environment', '=', environment)
    .where('id', '=', transaction)
    .execute()
  const interval = { from: before.first_seen, to: now, source: 'create' as const, notificationSeq: null }
  const newObservations = buildChangeObservations(before, after, interval)
  const of = { environment, transaction_id: transaction, version }
  if (newObservations.length > 0)
    await trx
      .insertInto('observations')
      .values(newObservations.map((one) => ({ ...one, ...of })))
      .execute()
  const { merchant } = before
  const change = { environment, merchant, kind: 'transaction', subject_id: transaction, version } as const
  await appendLiveChange(trx, store.dialect, change, now)
}

/**
 * Records a transaction created by Paydesk, with its amount, in the database transaction that stores the
 * answer, and queues its first read. Must be the last step of that database transaction; call `store.wake`
 * for `reads` and `changes` after it. `now` in ms since 1970.
 */
export async function recordCreatedPayment(
  trx: Transaction<DatabaseSchema>,
  created: CreatedTransaction,
  deps: CreatedPaymentDeps,
  now: number,
): Promise<void> {
  const { environment, transaction } = created
  await enqueueTransactionRead(trx, [{ environment, transaction, why: 'differs', dueAt: now }], now)
  const inserted = await recordNewTransactions(trx, deps, [buildCreatedRow(created, deps.cipher, now)], now)
  if (inserted.size === 0) await fillMissingColumns(trx, created, deps, now)
}
