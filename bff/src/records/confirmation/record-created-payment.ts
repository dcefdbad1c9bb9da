import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { Transaction } from 'kysely'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { appendChange } from '../changes.ts'
import { sanitizeCode } from '../observations/notification-columns.ts'
import { diffObservations, hasRowChanged, type TransactionRow } from '../observations/observations.ts'
import { enqueueRead } from '../read-queue.ts'
import { insertNewTransactions, type ListedTransactionsDeps } from './record-listed-transactions.ts'
import { extractRecordColumns } from './transaction-columns.ts'

/** A transaction that this office asked the service for, with the answer, or with the record that was read. */
export interface CreatedTransaction {
  readonly environment: EnvironmentName
  readonly transaction: TransactionId
  readonly merchant: string
  readonly customer: string
  readonly record: StateRecord
  /** What was asked for. */
  readonly merchantTransactionId: string
  readonly reference: string
  readonly workflow: string
  /** Minor units. */
  readonly amount: number
  readonly currency: string
}

export interface CreatedPaymentDeps extends Pick<ListedTransactionsDeps, 'store' | 'review'> {
  readonly seal: FieldCipher
}

/** What we know because we asked for it: nothing that comes later says it better. */
function buildRequestedColumns(created: CreatedTransaction) {
  return {
    customer: created.customer,
    merchant_transaction_id: created.merchantTransactionId,
    reference: created.reference,
    workflow: sanitizeCode(created.workflow, 64),
    amount_minor: created.amount,
    currency: created.currency,
    amount_source: 'create' as const,
  }
}

function buildCreatedRow(created: CreatedTransaction, seal: FieldCipher, now: number) {
  const { environment, transaction, merchant, record } = created
  const { columns, review } = extractRecordColumns(record, environment, transaction, seal)
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
    finality: columns.final === 1 ? 'unproved' : 'open',
    final_read_at: null,
    proof_inbox_seq: null,
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

/** A notification was quicker: what it could not tell is filled in. */
async function fillMissingColumns(
  trx: Transaction<DatabaseSchema>,
  created: CreatedTransaction,
  { store, seal }: CreatedPaymentDeps,
  now: number,
): Promise<void> {
  const { environment, transaction } = created
  const own = trx
    .selectFrom('transactions')
    .selectAll()
    .where('environment', '=', environment)
    .where('id', '=', transaction)
  // A read of it may be written just now; the embedded database has one writer anyway.
  const before = await (store.dialect === 'postgres' ? own.forUpdate() : own).executeTakeFirstOrThrow()
  const { secret_hash } = buildCreatedRow(created, seal, now).row
  const after = {
    ...before,
    ...buildRequestedColumns(created),
    secret_hash: before.secret_hash ?? secret_hash,
  }
  if (!hasRowChanged(before, after)) return
  const version = before.version + 1
  await trx
    .updateTable('transactions')
    .set({ ...buildRequestedColumns(created), secret_hash: after.secret_hash, version })
    .where('environment', '=', environment)
    .where('id', '=', transaction)
    .execute()
  const interval = { from: before.first_seen, to: now, source: 'create' as const, inboxSeq: null }
  const seen = diffObservations(before, after, interval)
  const of = { environment, transaction_id: transaction, version }
  if (seen.length > 0)
    await trx
      .insertInto('observations')
      .values(seen.map((one) => ({ ...one, ...of })))
      .execute()
  const { merchant } = before
  const change = { environment, merchant, kind: 'transaction', subject_id: transaction, version } as const
  await appendChange(trx, store.dialect, change, now)
}

/**
 * Notes a transaction that this office created, in the transaction that records the answer: with its amount, and
 * asks for its first read. The last thing that transaction does; call `store.wake` for `due` and `changes` after
 * it. `now` in ms since 1970.
 */
export async function recordCreatedPayment(
  trx: Transaction<DatabaseSchema>,
  created: CreatedTransaction,
  deps: CreatedPaymentDeps,
  now: number,
): Promise<void> {
  const { environment, transaction } = created
  await enqueueRead(trx, [{ environment, transaction, why: 'differs', dueAt: now }], now)
  const inserted = await insertNewTransactions(trx, deps, [buildCreatedRow(created, deps.seal, now)], now)
  if (inserted.size === 0) await fillMissingColumns(trx, created, deps, now)
}
