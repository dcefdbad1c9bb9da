import {
  type CustomerHandle,
  type EnvironmentName,
  type MerchantId,
  type Rid,
  type TransactionId,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import type { ObservationSource } from '@paydesk/shared/core/observations'
import type { Transaction } from 'kysely'
import type { TransactionListEntry } from '../../payment-service/parsing/wire.ts'
import { unwrapGuardedForHandle } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { HandleStore } from '../handles.ts'
import { appendLiveChange, type NewLiveChange } from '../live-changes.ts'
import { maxReadScheduleAheadMs } from '../next-read.ts'
import { buildFirstObservation, type TransactionRow } from '../observations/observations.ts'
import { enqueueTransactionRead, type ReadQueueRequest } from '../read-queue.ts'
import { type ReviewRules, updateReviewQueue } from './review-queue.ts'
import { extractListEntryColumns, type RecordReviewFacts } from './transaction-columns.ts'

export interface ListedTransactionsDeps {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly handles: Pick<HandleStore, 'getOrCreateCustomerHandle'>
  readonly review: ReviewRules
}

/** List of a customer's transactions as received (interface, endpoint 3). */
export interface ListedTransactions {
  readonly environment: EnvironmentName
  readonly merchant: MerchantId
  readonly rid: Rid
  readonly entries: readonly TransactionListEntry[]
  readonly source: Extract<ObservationSource, 'list' | 'import'>
}

/**
 * Longest list of which every transaction is read at once. Of a longer one, ended transactions are not read,
 * because thousands of reads would prove little; open ones are read one after another; and only a read adds
 * to the review queue, so that one search does not flood the work of others.
 */
const maxEntriesReadOnce = 50
/** Time (ms) between the planned reads of a longer list, at most until the latest read that may be planned. */
const longListReadSpacingMs = 2_000
/**
 * Limit of rows per database transaction: some forty columns each, below the parameter limit of both
 * databases.
 */
const maxRowsPerTransaction = 40
const hourMs = 3_600_000

type Entry = ReturnType<typeof extractListEntryColumns> & { readonly id: TransactionId }

function parseEntries(list: ListedTransactions): Entry[] {
  const byId = new Map<string, Entry>()
  for (const entry of list.entries) {
    const id = transactionIdSchema.safeParse(unwrapGuardedForHandle(entry.transaction_uid)).data
    if (id !== undefined && !byId.has(id)) byId.set(id, { id, ...extractListEntryColumns(entry) })
  }
  // Sort the entries, so that two instances with the same list cannot deadlock.
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function buildListedRow(
  entry: Entry,
  list: ListedTransactions,
  customer: CustomerHandle,
  now: number,
  nextReadAt: number | null,
): TransactionRow {
  return {
    ...entry,
    environment: list.environment,
    merchant: list.merchant,
    customer,
    merchant_transaction_id: null,
    reference: null,
    test: null,
    amount_minor: null,
    currency: null,
    amount_source: null,
    amount_text: null,
    currency_text: null,
    expires_at: null,
    first_seen: now,
    first_source: list.source,
    changed_from: null,
    changed_at: now,
    read_at: null,
    version: 1,
    secret_hash: null,
    tasks: null,
    finality: entry.final === 1 ? 'unconfirmed' : 'open',
    final_read_at: null,
    proof_notification_seq: null,
    proof_read_at: null,
    sent: null,
    received: 0,
    listed_at: null,
    next_read_at: nextReadAt,
    record_values: null,
    list_values: null,
    gone: 0,
  }
}

/** Plans the first read of each entry (ms since 1970); null for entries that are not read. */
function planReads(entries: readonly Entry[], now: number): ReadonlyMap<TransactionId, number | null> {
  if (entries.length <= maxEntriesReadOnce) return new Map(entries.map(({ id }) => [id, now]))
  // Read those first that are in review by the list: somebody may have to work on them.
  const open = entries.filter(({ final }) => final === 0).sort((one, other) => other.review - one.review)
  const nth = new Map(open.map(({ id }, at) => [id, at]))
  return new Map(
    entries.map(({ id }) => {
      const at = nth.get(id)
      return [
        id,
        at === undefined ? null : now + Math.min(at * longListReadSpacingMs, maxReadScheduleAheadMs - hourMs),
      ]
    }),
  )
}

/** Row to insert, with the open checks of its record if the record was read. */
export interface NewTransactionRow {
  readonly row: TransactionRow
  readonly record: RecordReviewFacts | null
  /** True if only a read of the transaction may add it to the review queue. */
  readonly isReviewedOnceRead?: boolean
}

/**
 * Inserts new rows with their first observation and their case in the review queue; returns the inserted ids.
 */
export async function recordNewTransactions(
  trx: Transaction<DatabaseSchema>,
  { store, review }: Pick<ListedTransactionsDeps, 'store' | 'review'>,
  newRows: readonly NewTransactionRow[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (newRows.length === 0) return new Set()
  const inserted = await trx
    .insertInto('transactions')
    .values(newRows.map(({ row }) => row))
    .onConflict((conflict) => conflict.columns(['environment', 'id']).doNothing())
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id))
  const fresh = newRows.filter(({ row }) => ids.has(row.id))
  if (fresh.length === 0) return ids
  const observations = fresh.map(({ row }) => ({
    ...buildFirstObservation(row, row.first_source, row.first_seen),
    environment: row.environment,
    transaction_id: row.id,
    version: 1,
  }))
  await trx.insertInto('observations').values(observations).execute()
  const changes = fresh.map(({ row: { environment, merchant, id } }): NewLiveChange => {
    return { environment, merchant, kind: 'transaction', subject_id: id, version: 1 }
  })
  for (const { row: after, record, isReviewedOnceRead = false } of fresh) {
    if (isReviewedOnceRead) continue
    const seen = { before: undefined, after, record, interval: { from: null, to: after.first_seen } }
    changes.push(...(await updateReviewQueue(trx, seen, review, now)))
  }
  await appendLiveChange(trx, store.dialect, changes, now)
  return ids
}

/**
 * Records a customer's list: adds transactions that our records do not have, fills in unknown workflows,
 * and queues reads of those that differ from our records. Returns the number of new transactions.
 */
export async function recordListedTransactions(
  deps: ListedTransactionsDeps,
  list: ListedTransactions,
  now: number,
): Promise<number> {
  const { store } = deps
  const entries = parseEntries(list)
  if (entries.length === 0) return 0
  const customer = await deps.handles.getOrCreateCustomerHandle(list.environment, list.merchant, list.rid)
  const reads = planReads(entries, now)
  const isReviewedOnceRead = entries.length > maxEntriesReadOnce
  let added = 0
  for (let at = 0; at < entries.length; at += maxRowsPerTransaction) {
    const some = entries.slice(at, at + maxRowsPerTransaction)
    const rows = some.map((entry) => ({
      row: buildListedRow(entry, list, customer, now, reads.get(entry.id) ?? null),
      record: null,
      isReviewedOnceRead,
    }))
    added += await withTransaction(store, async (trx) => {
      await enqueueChangedEntries(trx, list, some, now)
      return (await recordNewTransactions(trx, deps, rows, now)).size
    })
  }
  if (added > 0) store.wake('changes')
  store.wake('reads')
  return added
}

async function enqueueChangedEntries(
  trx: Transaction<DatabaseSchema>,
  { environment }: ListedTransactions,
  entries: readonly Entry[],
  now: number,
): Promise<void> {
  const known = await trx
    .selectFrom('transactions')
    .select(['id', 'state', 'reason', 'workflow', 'gone'])
    .where('environment', '=', environment)
    .where(
      'id',
      'in',
      entries.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(known.map((row) => [row.id, row]))
  const asks: ReadQueueRequest[] = []
  for (const { id, state, reason, workflow } of entries) {
    const row = byId.get(id)
    if (row === undefined) continue
    if (row.state !== state || (reason !== null && row.reason !== reason) || row.gone === 1)
      asks.push({ environment, transaction: id, why: 'differs', dueAt: now })
    if (row.workflow !== null || workflow === null) continue
    await trx
      .updateTable('transactions')
      .set({ workflow })
      .where('environment', '=', environment)
      .where('id', '=', id)
      .execute()
  }
  await enqueueTransactionRead(trx, asks, now)
}
