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
    case 'missed':
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
  function failing(thrown: unknown, what: string): void {
    if (thrown instanceof LeaseLostError) return
    log[isDatabaseFailure(thrown) ? 'warn' : 'error']({ err: thrown, environment }, what)
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
        failing(thrown, 'the result of a read could not be stored')
        if (thrown instanceof LeaseLostError) lost.abort()
        rests = true
      }
      underWay.delete(due.transaction_id)
      bell.notify()
    }
    const quiet = store.onWake('reads', bell.notify)
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
            failing(thrown, 'the read queue could not be loaded')
            return null
          },
        )
        if (due === null) await bell.wait(pollMs)
        // Leave the read in the queue if stopped meanwhile: the next lease holder takes it.
        else if (!ended.aborted) underWay.set(due.transaction_id, begin(due))
      }
    }
    quiet()
    await Promise.all(underWay.values())
  }

  return {
    readDue,
    async processNotifications(lease, signal) {
      const wake = createWakeSignal()
      const quiet = store.onWake('notifications', wake.notify)
      await runJobLoop(signal, {
        async step() {
          const taken = await deps.processNotifications(environment, lease)
          if (taken > 0) store.wake('reads')
          return taken > 0 ? 0 : pollMs
        },
        onError: (error) => failing(error, 'notifications could not be processed'),
        errorPauseMs: pollMs,
        wake,
      })
      quiet()
    },
  }
}
