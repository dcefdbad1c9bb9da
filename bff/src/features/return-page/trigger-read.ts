import { environmentName, transactionId } from '@paydesk/shared/core/ids'
import type { Store } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { enqueueRead } from '../../records/read-queue.ts'
import type { ReturnPagePayment } from './find.ts'

/** Once in this time (ms) the page has a transaction read, however often it is opened. */
const minReadIntervalMs = 10_000
/** Requests that are remembered; beyond it the oldest is forgotten, and the index still says when it was read. */
const maxRememberedRequests = 10_000

export interface ReturnReadDeps {
  readonly store: Pick<Store, 'db' | 'wake'>
  readonly log: Logger
}

/**
 * Somebody has come back, so something may have happened: asks for a read of the transaction (interface,
 * endpoint 2) instead of waiting for its notification. Nothing is asked where it was read a moment ago or a
 * read is waiting: that one keeps the time it has, so that opening the page does not press a service that fails. Never rejects.
 */
export function createReturnReadTrigger({ store, log }: ReturnReadDeps, now: () => number = Date.now) {
  const asked = new Map<string, number>()

  function isEarly({ id, transactionRow: known }: ReturnPagePayment, at: number): boolean {
    const last = Math.max(asked.get(id) ?? 0, known?.read_at ?? 0)
    // A time that lies ahead was written by another clock: it holds nobody back.
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
