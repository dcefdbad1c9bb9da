import { setTimeout as timer } from 'node:timers/promises'
import { type EnvironmentName, type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { isJsonObject, type JsonValue, parseJson } from '../../payment-service/parsing/json.ts'
import { defaultUpstreamLimits } from '../../payment-service/parsing/limits.ts'
import { parseNotificationRecord } from '../../payment-service/parsing/wire.ts'
import { isDatabaseFailure, type Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import {
  extractNotificationColumns,
  type NotificationColumns,
} from '../../records/observations/notification-columns.ts'
import { enqueueTransactionRead } from '../../records/read-queue.ts'
import { countWaitingFirstReads } from '../../sync/read-queue-store.ts'
import { buildNotificationCipherContext } from './notification-queue.ts'

type SealedNotification = Pick<
  Selectable<DatabaseSchema['notification_queue']>,
  'seq' | 'environment' | 'digest' | 'sealed' | 'tries'
>

/** Content of a stored notification: the columns it announces, or why it cannot be read. */
type OpenedNotification =
  | { readonly readable: true; readonly announced: NotificationColumns; readonly sealed: string }
  | { readonly readable: false; readonly why: string }

/** Fields that grant access: kept as a keyed hash only, or not needed. */
const credentialFields = new Set(['secret', 'redirect_url', 'download_url', 'recurring_id', 'card_token'])

/** Removes credentials at any depth; the parser has limited the depth. */
function withoutCredentials(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutCredentials)
  const kept = Object.entries(value).filter(([name]) => !credentialFields.has(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutCredentials(inner)]))
}

/**
 * Decrypts a stored notification and reads what it announces (interface, Notifications). Content of any kind
 * is a result, not an error: parsed within the limits for responses of the payment service, ids by their
 * patterns. Encrypts the body again without its credentials.
 */
function openNotification(row: SealedNotification, cipher: FieldCipher): OpenedNotification {
  const context = buildNotificationCipherContext(row.environment, row.digest)
  const bytes = cipher.openBytes(context, row.sealed)
  if (bytes === null) return { readable: false, why: 'not_opened' }
  const parsed = parseJson(bytes, defaultUpstreamLimits.json)
  if (!parsed.ok) return { readable: false, why: parsed.fault }
  if (!isJsonObject(parsed.value)) return { readable: false, why: 'not_an_object' }
  const announced = extractNotificationColumns(parseNotificationRecord(parsed.value), row.environment, cipher)
  const sealed = cipher.seal(context, JSON.stringify(withoutCredentials(parsed.value)))
  return { readable: true, announced, sealed }
}

export interface NotificationProcessorDeps {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly cipher: FieldCipher
  readonly log: Logger
  /** True under notification load: acknowledging takes precedence over processing. */
  readonly isOverloaded: () => boolean
}

/** Rows per transaction; few, because on a database with one writer the senders wait for it to end. */
const maxBatchRows = 20
/** Rest per time worked: under load, processing takes a tenth of the time. */
const restFactor = 9
/** Number of failures of our own code after which a row is isolated. */
const maxAttempts = 5
/**
 * Transactions without a row that may wait for their first read; notifications of further ones stay in the
 * queue.
 */
const maxFirstReads = 100

/** Duplicates within this time (ms) are sender retries. Later ones may announce a new change. */
const resendWindowMs = 10_000

/** Updates of one row, and the transaction to read, if any. */
interface Disposition {
  readonly seq: number
  readonly merchant: string | null
  readonly transaction: TransactionId | null
  readonly set: Updateable<DatabaseSchema['notification_queue']>
}

/**
 * Classifies a row by its content. Whether its transaction is read at once is decided by `selectReadable`.
 */
function classifyNotification(seq: number, opened: OpenedNotification): Disposition {
  if (!opened.readable) {
    const set = { status: 'isolated', why: opened.why, kind: 'unreadable' } as const
    return { seq, merchant: null, transaction: null, set }
  }
  const { announced, sealed } = opened
  const { merchant } = announced
  const transaction = transactionIdSchema.safeParse(announced.transaction_id).data ?? null
  const set = { ...announced, sealed, why: null }
  if (transaction !== null) return { seq, merchant, transaction, set }
  // A transfer names no transaction; anything else without a valid id is kept without a read.
  const odd = announced.kind === 'transaction' ? ({ kind: 'unreadable', why: 'no_id' } as const) : {}
  return { seq, merchant, transaction, set: { ...set, ...odd, status: 'stored' } }
}

const selectNew = (db: Kysely<DatabaseSchema>, environment: EnvironmentName) =>
  db
    .selectFrom('notification_queue')
    .where('environment', '=', environment)
    .where('status', '=', 'new')
    .orderBy('seq')

/** Returns the transactions that may be read now: seen or enqueued ones, and as many others as have room. */
async function selectReadable(
  trx: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
  transactions: readonly TransactionId[],
): Promise<ReadonlySet<string>> {
  if (transactions.length === 0) return new Set()
  const seen = await trx
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', environment)
    .where('id', 'in', transactions)
    .union(
      trx
        .selectFrom('read_queue')
        .select('transaction_id as id')
        .where('environment', '=', environment)
        .where('transaction_id', 'in', transactions),
    )
    .execute()
  const known = new Set<string>(seen.map(({ id }) => id))
  const unseen = [...new Set(transactions.filter((id) => !known.has(id)))]
  if (unseen.length === 0) return known
  const room = Math.max(0, maxFirstReads - (await countWaitingFirstReads(trx, environment)))
  return new Set([...known, ...unseen.slice(0, room)])
}

/** Writes the results of rows that are still `new`, and enqueues the reads. Returns how many moved on. */
async function writeDispositions(
  trx: Transaction<DatabaseSchema>,
  environment: EnvironmentName,
  dispositions: readonly Disposition[],
  { dialect, now }: { dialect: Store['dialect']; now: number },
): Promise<number> {
  const transactions = dispositions.flatMap(({ transaction }) => (transaction === null ? [] : [transaction]))
  const readable = await selectReadable(trx, environment, transactions)
  const moved: Disposition[] = []
  for (const disposition of dispositions) {
    const isRead = disposition.transaction !== null && readable.has(disposition.transaction)
    if (isRead || disposition.transaction === null) moved.push(disposition)
    const set = isRead ? { ...disposition.set, status: 'waiting' as const } : disposition.set
    if (Object.keys(set).length === 0) continue
    await trx
      .updateTable('notification_queue')
      .set(set)
      .where('seq', '=', disposition.seq)
      .where('status', '=', 'new')
      .execute()
  }
  const readRequests = transactions
    .filter((id) => readable.has(id))
    .map((transaction) => ({ environment, transaction, why: 'notification', dueAt: now }) as const)
  await enqueueTransactionRead(trx, readRequests, now)
  const changes = moved.map(({ seq, merchant }) => ({
    environment,
    merchant,
    kind: 'notification' as const,
    subject_id: String(seq),
    version: 1,
  }))
  await appendLiveChange(trx, dialect, changes, now)
  return moved.length
}

/**
 * Processes stored notifications: reads what they announce, drops their credentials and enqueues a read of
 * their transaction, because a notification alone decides nothing. Returns how many were processed; 0 if none
 * is left. Content never causes a failure: unreadable rows are isolated, and so is a row on which our own
 * code fails five times, while the others go on. Safe to run concurrently. Rejects if the database fails.
 */
export function createNotificationProcessor(
  { store, cipher, log, isOverloaded }: NotificationProcessorDeps,
  now: () => number = Date.now,
) {
  const writeAll = (environment: EnvironmentName, dispositions: readonly Disposition[]) =>
    withTransaction(store, (trx) =>
      writeDispositions(trx, environment, dispositions, { dialect: store.dialect, now: now() }),
    )

  async function recordFailure({ seq, tries }: SealedNotification, error: unknown): Promise<void> {
    log.error({ err: error, notification: seq, tries: tries + 1 }, 'a notification could not be processed')
    const isolation = tries + 1 >= maxAttempts ? ({ status: 'isolated', why: 'failed' } as const) : {}
    await store.db
      .updateTable('notification_queue')
      .set({ tries: tries + 1, ...isolation })
      .where('seq', '=', seq)
      .where('status', '=', 'new')
      .execute()
  }

  /** Processes rows one by one, so that only the failing row stays behind. */
  async function processOneByOne(
    environment: EnvironmentName,
    rows: readonly SealedNotification[],
  ): Promise<void> {
    for (const row of rows)
      try {
        await writeAll(environment, [classifyNotification(row.seq, openNotification(row, cipher))])
      } catch (error) {
        if (isDatabaseFailure(error)) throw error
        await recordFailure(row, error)
      }
  }

  async function processBatch(
    environment: EnvironmentName,
    rows: readonly SealedNotification[],
  ): Promise<void> {
    try {
      const dispositions = rows.map((row) => classifyNotification(row.seq, openNotification(row, cipher)))
      await writeAll(environment, dispositions)
    } catch (error) {
      if (isDatabaseFailure(error)) throw error
      await processOneByOne(environment, rows)
    }
  }

  /**
   * Enqueues the reads of rows that were processed while too many first reads waited, as far as there is
   * room.
   */
  async function enqueueHeldBack(environment: EnvironmentName): Promise<number> {
    const rows = await selectNew(store.db, environment)
      .select(['seq', 'transaction_id', 'merchant'])
      .where('transaction_id', 'is not', null)
      .limit(500)
      .execute()
    if (rows.length === 0) return 0
    const dispositions = rows.map(({ seq, transaction_id, merchant }) => {
      return { seq, merchant, transaction: transactionIdSchema.parse(transaction_id), set: {} }
    })
    return writeAll(environment, dispositions)
  }

  /**
   * Enqueues a read if the same bytes arrive again after their confirmation: a transaction that returns to a
   * state announces it in the same words. The first result of the notification stays.
   */
  async function requestReadsOfRepeats(environment: EnvironmentName): Promise<number> {
    const rows = await store.db
      .selectFrom('notification_queue')
      .select(['seq', 'repeats', 'received_at', 'last_at', 'status', 'transaction_id'])
      .where('environment', '=', environment)
      .where(sql<boolean>`repeats > repeats_processed`)
      .where('status', 'in', ['confirmed', 'stored', 'isolated'])
      .orderBy('seq')
      .limit(maxBatchRows)
      .execute()
    if (rows.length === 0) return 0
    const dueAt = now()
    const readRequests = rows.flatMap(({ status, received_at, last_at, transaction_id }) => {
      const transaction = transactionIdSchema.safeParse(transaction_id).data
      const mayAnnounceChange =
        status === 'confirmed' && last_at - received_at >= resendWindowMs && transaction !== undefined
      return mayAnnounceChange ? [{ environment, transaction, why: 'notification' as const, dueAt }] : []
    })
    await withTransaction(store, async (trx) => {
      for (const { seq, repeats } of rows)
        await trx
          .updateTable('notification_queue')
          .set({ repeats_processed: repeats })
          .where('seq', '=', seq)
          .execute()
      await enqueueTransactionRead(trx, readRequests, dueAt)
    })
    return rows.length
  }

  async function processOnce(environment: EnvironmentName): Promise<number> {
    const rows = await selectNew(store.db, environment)
      .select(['seq', 'environment', 'digest', 'sealed', 'tries'])
      .where('kind', 'is', null)
      .limit(maxBatchRows)
      .execute()
    if (rows.length > 0) await processBatch(environment, rows)
    const worked =
      rows.length +
      (rows.length > 0 ? 0 : await enqueueHeldBack(environment)) +
      (await requestReadsOfRepeats(environment))
    if (worked > 0) store.wake('changes')
    return worked
  }

  return async (environment: EnvironmentName): Promise<number> => {
    const begun = performance.now()
    const worked = await processOnce(environment)
    // Yield: the embedded database never leaves the current turn of the event loop.
    await timer(isOverloaded() ? restFactor * (performance.now() - begun) : 0)
    return worked
  }
}
