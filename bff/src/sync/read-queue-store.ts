import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import { maxReadScheduleAheadMs as furthestPlanned } from '../records/next-read.ts'
import { readQueuePriorities } from '../records/read-queue.ts'

export type DueReadRow = Selectable<DatabaseSchema['read_queue']>

/** Delays in ms before a failed read is retried, by its number of attempts. */
const backoffStepsMs = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000]

/** Longest delay of a retry in ms: a later `due_at` was written while a clock was wrong. */
const maxRetryAheadMs = 120_000

/**
 * Number of not-found answers in a row before a transaction counts as unknown: the payment service may know
 * it a moment later.
 */
export const maxNotFoundReads = 3

/** Returns the delay (ms) after the failed attempt of this number, counted from 1; the last step stays. */
export function computeBackoffMs(tries: number): number {
  return backoffStepsMs[Math.min(tries, backoffStepsMs.length) - 1] ?? 1_000
}

const selectDueReads = (db: Kysely<DatabaseSchema>, environment: EnvironmentName) =>
  db.selectFrom('read_queue').where('environment', '=', environment)

/** Finds the most urgent due read that is not under way; null if there is none. */
export async function findNextDueRead(
  db: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
  now: number,
  underWay: readonly string[],
): Promise<DueReadRow | null> {
  const rows = await selectDueReads(db, environment)
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('due_at', '<=', now),
        eb('due_at', '>', now + furthestPlanned),
        eb.and([eb('due_at', '>', now + maxRetryAheadMs), eb('missed', '<', maxNotFoundReads)]),
      ]),
    )
    .orderBy('priority')
    .orderBy('due_at')
    .limit(underWay.length + 1)
    .execute()
  return rows.find((row) => !underWay.includes(row.transaction_id)) ?? null
}

/**
 * Returns true while a read requested before `since`, or a notification received before then, waits and could
 * be read now. Includes notifications that are not processed yet because first reads are limited.
 */
export async function hasBacklogSince(
  db: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
  since: number,
  now: number,
): Promise<boolean> {
  const due = await selectDueReads(db, environment)
    .select('transaction_id')
    .where('due_at', '<=', now)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('requested_at', '<=', since),
        exists(
          selectFrom('notification_queue')
            .select(sql.lit(1).as('one'))
            .whereRef('notification_queue.environment', '=', 'read_queue.environment')
            .whereRef('notification_queue.transaction_id', '=', 'read_queue.transaction_id')
            .where('notification_queue.status', '=', 'waiting')
            .where('notification_queue.received_at', '<=', since),
        ),
      ]),
    )
    .executeTakeFirst()
  if (due !== undefined) return true
  const untaken = await db
    .selectFrom('notification_queue')
    .select('seq')
    .where('environment', '=', environment)
    .where('status', '=', 'new')
    .where('received_at', '<=', since)
    .executeTakeFirst()
  return untaken !== undefined
}

const updateDueRead = (db: Kysely<DatabaseSchema>, due: DueReadRow) =>
  db
    .updateTable('read_queue')
    .where('environment', '=', due.environment)
    .where('transaction_id', '=', due.transaction_id)

/** Postpones a read and counts the cause. Later requests do not reset the count. */
export async function postponeRead(
  db: Kysely<DatabaseSchema>,
  due: DueReadRow,
  counted: 'tries' | 'missed' | 'thrown',
  now: number,
): Promise<void> {
  const times = due[counted] + 1
  await updateDueRead(db, due)
    .set({ [counted]: times, due_at: now + computeBackoffMs(times) })
    .execute()
}

/** Makes the reads that an outage delayed due at once. */
export async function retryReadsNow(
  db: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
  now: number,
): Promise<void> {
  await db
    .updateTable('read_queue')
    .set({ due_at: now })
    .where('environment', '=', environment)
    .where('tries', '>', 0)
    .where('due_at', '>', now)
    .execute()
}

/**
 * Finds transactions whose notifications wait without a queued read: the process was killed before it queued
 * one.
 */
export async function findOrphanedNotifications(
  db: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_queue')
    .select('transaction_id')
    .distinct()
    .where('environment', '=', environment)
    .where('status', '=', 'waiting')
    .where('transaction_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('read_queue')
            .select(sql.lit(1).as('one'))
            .whereRef('read_queue.environment', '=', 'notification_queue.environment')
            .whereRef('read_queue.transaction_id', '=', 'notification_queue.transaction_id'),
        ),
      ),
    )
    .limit(1_000)
    .execute()
  return rows.flatMap(({ transaction_id }) => (transaction_id === null ? [] : [transaction_id]))
}

/** Counts the transactions that wait for their first read because of a notification. */
export async function countWaitingFirstReads(
  db: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
): Promise<number> {
  const { rows } = await selectDueReads(db, environment)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('priority', '=', readQueuePriorities.notification)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transactions')
            .select(sql.lit(1).as('one'))
            .whereRef('transactions.environment', '=', 'read_queue.environment')
            .whereRef('transactions.id', '=', 'read_queue.transaction_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(rows)
}
