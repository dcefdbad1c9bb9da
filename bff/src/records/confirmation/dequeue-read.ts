import { sql, type Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { computeAfterEndReadAt } from '../next-read.ts'
import type { StoredNotification } from '../observations/notification-matching.ts'
import { readPriority } from '../read-queue.ts'

/** A read as far as the queue of reads is concerned. */
export interface FinishedRead {
  readonly environment: string
  readonly transaction: string
  readonly arrivedAt: number
  readonly notifications: readonly StoredNotification[]
  /** `asked` of the due read when it was taken up: asks after it are left for another read. */
  readonly asked: number
}

/**
 * Takes a read that was settled from the queue. What was asked for while it was under way is left for the
 * next one, with nothing held against it.
 */
export async function dequeueRead(
  trx: Transaction<DatabaseSchema>,
  read: FinishedRead,
  isUnknown: boolean,
): Promise<void> {
  if (isUnknown && (await requeueUnknown(trx, read))) return
  const { numDeletedRows } = await trx
    .deleteFrom('due_reads')
    .where('environment', '=', read.environment)
    .where('transaction_id', '=', read.transaction)
    .where('asked', '<=', read.asked)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return
  await trx
    .updateTable('due_reads')
    .set({ tries: 0, missed: 0, thrown: 0, asked_at: read.arrivedAt })
    .where('environment', '=', read.environment)
    .where('transaction_id', '=', read.transaction)
    .execute()
}

/**
 * What a notification named and nobody knows is asked for again, further and further apart after the last
 * of them, behind everything else. False after the last time, and where no notification names it.
 */
async function requeueUnknown(
  trx: Transaction<DatabaseSchema>,
  { environment, transaction, notifications, arrivedAt, asked }: FinishedRead,
): Promise<boolean> {
  if (notifications.length === 0) return false
  const heard = Math.max(...notifications.map(({ received_at }) => received_at))
  const dueAt = computeAfterEndReadAt(heard, arrivedAt)
  if (dueAt === null) return false
  const { numUpdatedRows } = await trx
    .updateTable('due_reads')
    .set({
      priority: readPriority.sweep,
      due_at: dueAt,
      missed: sql<number>`missed + 1`,
      asked_at: arrivedAt,
    })
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('asked', '<=', asked)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
