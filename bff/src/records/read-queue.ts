import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { type Kysely, sql } from 'kysely'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'

/** Reasons for a read with their priority; the smaller goes first. */
export const readQueuePriorities = { notification: 0, differs: 1, import: 2, sync: 3 } as const

export interface ReadQueueRequest {
  readonly environment: EnvironmentName
  readonly transaction: TransactionId
  readonly why: keyof typeof readQueuePriorities
  /** Earliest start of the read in ms since 1970. */
  readonly dueAt: number
  /** Requests the list of notifications (interface, endpoint 4) as well. */
  readonly withList?: boolean
}

/** Limit of rows per statement: ten columns each, far below the parameter limit of both databases. */
const maxRowsPerInsert = 500

/**
 * Merges requests to one per transaction, because a statement may not touch a row twice; sorts them to avoid
 * deadlocks.
 */
function mergeRequests(requests: readonly ReadQueueRequest[]): ReadQueueRequest[] {
  const byKey = new Map<string, ReadQueueRequest>()
  for (const one of requests) {
    const key = `${one.environment}/${one.transaction}`
    const readRequest = byKey.get(key)
    if (readRequest === undefined) byKey.set(key, one)
    else
      byKey.set(key, {
        ...readRequest,
        why: readQueuePriorities[one.why] < readQueuePriorities[readRequest.why] ? one.why : readRequest.why,
        dueAt: Math.min(one.dueAt, readRequest.dueAt),
        withList: one.withList === true || readRequest.withList === true,
      })
  }
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ask]) => ask)
}

/**
 * Queues reads of transactions (interface, endpoint 2); requests for the same transaction share one row. A
 * read in flight does not satisfy a request; only a read that begins afterwards does. Call
 * `store.wake('reads')` after the commit.
 */
export async function enqueueTransactionRead(
  db: Kysely<DatabaseSchema>,
  requests: readonly ReadQueueRequest[],
  now: number,
): Promise<void> {
  const all = mergeRequests(requests)
  const lesser = (column: 'priority' | 'due_at') =>
    sql<number>`case when excluded.${sql.ref(column)} < read_queue.${sql.ref(column)}
      then excluded.${sql.ref(column)} else read_queue.${sql.ref(column)} end`
  for (let at = 0; at < all.length; at += maxRowsPerInsert) {
    const rows = all.slice(at, at + maxRowsPerInsert).map((one) => ({
      environment: one.environment,
      transaction_id: one.transaction,
      priority: readQueuePriorities[one.why],
      due_at: one.dueAt,
      asked: 1,
      tries: 0,
      missed: 0,
      thrown: 0,
      with_list: one.withList === true ? 1 : 0,
      requested_at: now,
    }))
    await db
      .insertInto('read_queue')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['environment', 'transaction_id']).doUpdateSet({
          priority: lesser('priority'),
          due_at: lesser('due_at'),
          asked: sql<number>`read_queue.asked + 1`,
          with_list: sql<number>`case when excluded.with_list = 1 then 1 else read_queue.with_list end`,
        }),
      )
      .execute()
  }
}
