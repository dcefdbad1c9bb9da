import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { isDatabaseFailure, type Store } from '../platform/database/database.ts'
import { type Lease, LeaseLostError } from '../platform/database/leases.ts'
import { runJobLoop } from '../platform/jobs/job-loop.ts'
import { createWakeSignal, sleep } from '../platform/jobs/wake-signal.ts'
import type { Logger } from '../platform/runtime/log.ts'
import type { ReadOutcome } from './confirm-transaction.ts'
import { type DueReadRow, findNextDueRead, hasBacklogSince, retryReadsNow } from './read-queue-store.ts'
import type { ServiceHealthTracker } from './service-health.ts'

export interface SyncReaderDeps {
  readonly store: Pick<Store, 'db' | 'wake' | 'onWake'>
  readonly log: Logger
  readonly environment: EnvironmentName
  readonly serviceHealth: ServiceHealthTracker
  readonly read: (due: DueReadRow, lease: Lease) => Promise<ReadOutcome>
  /** Processes new notifications; returns their number. */
  readonly processNotifications: (environment: EnvironmentName, lease: Lease) => Promise<number>
  /** Receives the result of every read. */
  readonly onRead: (transaction: string, result: ReadOutcome['result']) => void
  now(): number
}

export interface SyncReader {
  /** Runs due reads until the signal aborts; resolves once no read is in flight. */
  readDue(lease: Lease, signal: AbortSignal): Promise<void>
  /** Processes new notifications until the signal aborts. */
  processNotifications(lease: Lease, signal: AbortSignal): Promise<void>
}

const pollMs = 1_000

/**
 * Reports to `serviceHealth` what a read says about the payment service. Returns true if the payment service
 * has just recovered.
 */
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
    case 'not_found_yet':
    case 'not_found':
      return serviceHealth.recordNotFound()
    case 'changed':
    case 'same':
      return serviceHealth.recordSuccess(transaction)
  }
}

/**
 * Processes the read queue: most urgent first, no transaction twice at once, and a failing transaction does
 * not block others.
 */
export function createSyncReader(deps: SyncReaderDeps): SyncReader {
  const { store, log, environment, serviceHealth, now } = deps

  /** Logs an error of the loop, which rests and goes on; a lost lease is no error. */
  function logFailure(error: unknown, message: string): void {
    if (error instanceof LeaseLostError) return
    log[isDatabaseFailure(error) ? 'warn' : 'error']({ err: error, environment }, message)
  }

  async function recordOutcome(due: DueReadRow, read: ReadOutcome): Promise<void> {
    if (recordReadOutcome(serviceHealth, due.transaction_id, read))
      await retryReadsNow(store.db, environment, now())
    const since = serviceHealth.recoveringSince()
    if (since !== null && !(await hasBacklogSince(store.db, environment, since, now())))
      serviceHealth.markRecovered()
    deps.onRead(due.transaction_id, read.result)
  }

  async function readDue(lease: Lease, signal: AbortSignal): Promise<void> {
    const readsInFlight = new Map<string, Promise<void>>()
    const leaseLost = new AbortController()
    const ended = AbortSignal.any([signal, leaseLost.signal])
    const wakeSignal = createWakeSignal()
    let mustPause = false
    const runRead = async (due: DueReadRow) => {
      try {
        await recordOutcome(due, await deps.read(due, lease))
      } catch (error) {
        logFailure(error, 'the result of a read could not be stored')
        if (error instanceof LeaseLostError) leaseLost.abort()
        mustPause = true
      }
      readsInFlight.delete(due.transaction_id)
      wakeSignal.notify()
    }
    const unsubscribe = store.onWake('reads', wakeSignal.notify)
    ended.addEventListener('abort', wakeSignal.notify)
    while (!ended.aborted) {
      const wait = mustPause ? pollMs : serviceHealth.waitMs()
      if (wait > 0) {
        mustPause = false
        await sleep(wait, ended)
      } else if (readsInFlight.size >= serviceHealth.maxParallel()) await wakeSignal.wait(pollMs)
      else {
        const due = await findNextDueRead(store.db, environment, now(), [...readsInFlight.keys()]).catch(
          (error) => {
            logFailure(error, 'the read queue could not be loaded')
            return null
          },
        )
        if (due === null) await wakeSignal.wait(pollMs)
        // Leave the read in the queue if stopped meanwhile: the next lease holder takes it.
        else if (!ended.aborted) readsInFlight.set(due.transaction_id, runRead(due))
      }
    }
    unsubscribe()
    await Promise.all(readsInFlight.values())
  }

  return {
    readDue,
    async processNotifications(lease, signal) {
      const wakeSignal = createWakeSignal()
      const unsubscribe = store.onWake('notifications', wakeSignal.notify)
      await runJobLoop(signal, {
        async step() {
          const processed = await deps.processNotifications(environment, lease)
          if (processed > 0) store.wake('reads')
          return processed > 0 ? 0 : pollMs
        },
        onError: (error) => logFailure(error, 'notifications could not be processed'),
        errorPauseMs: pollMs,
        wake: wakeSignal,
      })
      unsubscribe()
    },
  }
}
