import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { isStoreFailure, type Store } from '../platform/database/database.ts'
import type { Lease } from '../platform/database/leases.ts'
import type { Logger } from '../platform/runtime/log.ts'
import { LeaseLostError } from '../records/confirmation/apply-confirmed-read.ts'
import type { ReadOutcome } from './confirm-transaction.ts'
import { type DueReadRow, findNextDueRead, hasBacklogSince, retryReadsNow } from './read-queue-store.ts'
import type { ServiceHealthTracker } from './service-health.ts'
import { createWakeSignal, sleep } from './wake-signal.ts'

export interface SyncReaderDeps {
  readonly store: Pick<Store, 'db' | 'wake' | 'onWake'>
  readonly log: Logger
  readonly environment: EnvironmentName
  readonly serviceHealth: ServiceHealthTracker
  readonly read: (due: DueReadRow, lease: Lease) => Promise<ReadOutcome>
  /** Looks at notifications that nobody has looked at yet; gives how many. */
  readonly processNotifications: (environment: EnvironmentName, lease: Lease) => Promise<number>
  /** Told what came of each read. */
  readonly onRead: (transaction: string, result: ReadOutcome['result']) => void
  now(): number
}

export interface SyncReader {
  /** Reads what is due, until told to stop; resolves once nothing is under way. */
  readDue(lease: Lease, signal: AbortSignal): Promise<void>
  /** Takes in notifications, until told to stop. */
  processNotifications(lease: Lease, signal: AbortSignal): Promise<void>
}

const pollMs = 1_000

/** Tells the condition what a read says about the service; true where it has just come back. */
export function recordReadOutcome(
  serviceHealth: ServiceHealthTracker,
  transaction: string,
  read: ReadOutcome,
): boolean {
  switch (read.result) {
    case 'outage':
      serviceHealth.recordFailure(transaction, read.failure)
      return false
    case 'nonsense':
      serviceHealth.recordFailure(transaction, null)
      return false
    case 'isolated':
      return false
    case 'missed':
    case 'not_found':
      return serviceHealth.recordNotFound()
    case 'changed':
    case 'same':
      return serviceHealth.recordSuccess(transaction)
  }
}

/**
 * Works off the queue of reads: the most urgent first, no transaction twice at once, and no failing
 * transaction in the way of another.
 */
export function createSyncReader(deps: SyncReaderDeps): SyncReader {
  const { store, log, environment, serviceHealth, now } = deps

  /** Everything that ends without its own fault: the loop rests and goes on. */
  function failing(thrown: unknown, what: string): void {
    if (thrown instanceof LeaseLostError) return
    log[isStoreFailure(thrown) ? 'warn' : 'error']({ err: thrown, environment }, what)
  }

  async function learn(due: DueReadRow, read: ReadOutcome): Promise<void> {
    if (recordReadOutcome(serviceHealth, due.transaction_id, read))
      await retryReadsNow(store.db, environment, now())
    const since = serviceHealth.recoveringSince()
    if (since !== null && !(await hasBacklogSince(store.db, environment, since, now())))
      serviceHealth.markRecovered()
    deps.onRead(due.transaction_id, read.result)
  }

  async function readDue(lease: Lease, signal: AbortSignal): Promise<void> {
    const underWay = new Map<string, Promise<void>>()
    const lost = new AbortController()
    const ended = AbortSignal.any([signal, lost.signal])
    const bell = createWakeSignal()
    let rests = false
    const begin = async (due: DueReadRow) => {
      try {
        await learn(due, await deps.read(due, lease))
      } catch (thrown) {
        failing(thrown, 'a read could not be kept')
        if (thrown instanceof LeaseLostError) lost.abort()
        rests = true
      }
      underWay.delete(due.transaction_id)
      bell.notify()
    }
    const quiet = store.onWake('due', bell.notify)
    ended.addEventListener('abort', bell.notify)
    while (!ended.aborted) {
      const wait = rests ? pollMs : serviceHealth.waitMs()
      if (wait > 0) {
        rests = false
        await sleep(wait, ended)
      } else if (underWay.size >= serviceHealth.maxParallel()) await bell.wait(pollMs)
      else {
        const due = await findNextDueRead(store.db, environment, now(), [...underWay.keys()]).catch(
          (thrown) => {
            failing(thrown, 'the queue of reads could not be asked')
            return null
          },
        )
        if (due === null) await bell.wait(pollMs)
        // Told to stop while it looked: what it found is the next one's.
        else if (!ended.aborted) underWay.set(due.transaction_id, begin(due))
      }
    }
    quiet()
    await Promise.all(underWay.values())
  }

  return {
    readDue,
    async processNotifications(lease, signal) {
      const bell = createWakeSignal()
      const quiet = store.onWake('inbox', bell.notify)
      signal.addEventListener('abort', bell.notify)
      while (!signal.aborted) {
        try {
          const taken = await deps.processNotifications(environment, lease)
          if (taken > 0) store.wake('due')
          else await bell.wait(pollMs)
        } catch (thrown) {
          failing(thrown, 'notifications could not be taken in')
          await sleep(pollMs, signal)
        }
      }
      quiet()
    },
  }
}
