import { sql, type Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { computeNextReadAfterFinalState } from '../next-read.ts'
import type { StoredNotification } from '../observations/notification-matching.ts'
import { readQueuePriorities } from '../read-queue.ts'

/** Fields of a finished read that matter for the read queue. */
export interface FinishedRead {
  readonly environment: string
  readonly transaction: string
  readonly arrivedAt: number
  readonly notifications: readonly StoredNotification[]
  /** Number of requests when the queued read was taken up: later requests are left for another read. */
  readonly requestCount: number
}

/**
 * Removes a finished read from the queue. If more requests came during the read, keeps the row for the next
 * read and resets its failure counts.
 */
export async function dequeueTransactionRead(
  trx: Transaction<DatabaseSchema>,
  read: FinishedRead,
  isUnknown: boolean,
): Promise<void> {
  if (isUnknown && (await requeueUnknown(trx, read))) return
  const { numDeletedRows } = await trx
    .deleteFrom('read_queue')
    .where('environment', '=', read.environment)
    .where('transaction_id', '=', read.transaction)
    .where('asked', '<=', read.requestCount)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return
  await trx
    .updateTable('read_queue')
    .set({ tries: 0, missed: 0, thrown: 0, requested_at: read.arrivedAt })
    .where('environment', '=', read.environment)
    .where('transaction_id', '=', read.transaction)
    .execute()
}

/**
 * Queues another read of an unknown transaction that a notification named, at growing delays after the last
 * of these notifications and behind all other reads. Returns false after the last delay, if no notification
 * names the transaction, or if another request came during the read.
 */
async function requeueUnknown(
  trx: Transaction<DatabaseSchema>,
  { environment, transaction, notifications, arrivedAt, requestCount }: FinishedRead,
): Promise<boolean> {
  if (notifications.length === 0) return false
  const heard = Math.max(...notifications.map(({ received_at }) => received_at))
  const dueAt = computeNextReadAfterFinalState(heard, arrivedAt)
  if (dueAt === null) return false
  const { numUpdatedRows } = await trx
    .updateTable('read_queue')
    .set({
      priority: readQueuePriorities.sync,
      due_at: dueAt,
      missed: sql<number>`missed + 1`,
      requested_at: arrivedAt,
    })
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('asked', '<=', requestCount)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
