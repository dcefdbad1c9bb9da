import { environmentName, transactionId } from '@paydesk/shared/core/ids'
import type { Store } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { enqueueRead } from '../../records/read-queue.ts'
import type { ReturnPagePayment } from './find.ts'

/** Interval (ms) in which the page triggers at most one read of a transaction. */
const minReadIntervalMs = 10_000
/**
 * Limit of remembered requests: the oldest is forgotten first, and our
 * records still hold the time of the last read.
 */
const maxRememberedRequests = 10_000

export interface ReturnReadDeps {
  readonly store: Pick<Store, 'db' | 'wake'>
  readonly log: Logger
}

/**
 * Queues a read of the transaction (interface, endpoint 2) when a customer comes back, instead of waiting for
 * its notification. Does nothing if the transaction was just read or a read is queued: that read keeps its
 * time, so that opening the page puts no load on a failing payment service. Never rejects.
 */
export function createReturnReadTrigger({ store, log }: ReturnReadDeps, now: () => number = Date.now) {
  const asked = new Map<string, number>()

  function isEarly({ id, transactionRow: known }: ReturnPagePayment, at: number): boolean {
    const last = Math.max(asked.get(id) ?? 0, known?.read_at ?? 0)
    // Ignore a time in the future: another clock wrote it.
    return last <= at && at - last < minReadIntervalMs
  }

  function remember(id: string, at: number): void {
    asked.delete(id)
    asked.set(id, at)
    for (const oldest of asked.keys()) {
      if (asked.size <= maxRememberedRequests) break
      asked.delete(oldest)
    }
  }

  async function askFor(returned: ReturnPagePayment, at: number): Promise<void> {
    const environment = environmentName.safeParse(returned.environment).data
    const transaction = transactionId.safeParse(returned.transaction_id).data
    if (environment === undefined || transaction === undefined) return
    const waiting = await store.db
      .selectFrom('due_reads')
      .select('asked')
      .where('environment', '=', environment)
      .where('transaction_id', '=', transaction)
      .executeTakeFirst()
    if (waiting !== undefined) return
    await enqueueRead(store.db, [{ environment, transaction, why: 'differs', dueAt: at }], at)
    store.wake('due')
  }

  return async (returned: ReturnPagePayment): Promise<void> => {
    const at = now()
    if (returned.transaction_id === null || isEarly(returned, at)) return
    remember(returned.id, at)
    try {
      await askFor(returned, at)
    } catch (thrown) {
      log.warn({ err: thrown }, 'a read could not be asked for')
    }
  }
}
