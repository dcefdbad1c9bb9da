import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { isStoreFailure, type Store } from '../platform/database/database.ts'
import type { Lease } from '../platform/database/leases.ts'
import type { Log } from '../platform/runtime/log.ts'
import { LeaseLost } from '../records/confirmation/apply-confirmed-read.ts'
import type { Read } from './confirm-transaction.ts'
import { makeBell, sleep } from './count-waiting-reads.ts'
import { type Due, hurry, nextDue, waitsSince } from './read-queue-store.ts'
import type { Condition } from './service-health.ts'

export interface ReaderNeeds {
  readonly store: Pick<Store, 'db' | 'wake' | 'onWake'>
  readonly log: Log
  readonly environment: EnvironmentName
  readonly condition: Condition
  readonly read: (due: Due, lease: Lease) => Promise<Read>
  /** Looks at notifications that nobody has looked at yet; gives how many. */
  readonly takeIn: (environment: EnvironmentName, lease: Lease) => Promise<number>
  /** Told what came of each read. */
  readonly note: (transaction: string, result: Read['result']) => void
  now(): number
}

export interface Reader {
  /** Reads what is due, until told to stop; resolves once nothing is under way. */
  readDue(lease: Lease, signal: AbortSignal): Promise<void>
  /** Takes in notifications, until told to stop. */
  takeInAll(lease: Lease, signal: AbortSignal): Promise<void>
}

const pollMs = 1_000

/** Tells the condition what a read says about the service; true where it has just come back. */
export function heed(condition: Condition, transaction: string, read: Read): boolean {
  switch (read.result) {
    case 'outage':
      condition.failed(transaction, read.failure)
      return false
    case 'nonsense':
      condition.failed(transaction, null)
      return false
    case 'isolated':
      return false
    case 'missed':
    case 'not_found':
      return condition.answered()
    case 'changed':
    case 'same':
      return condition.succeeded(transaction)
  }
}

/**
 * Works off the queue of reads: the most urgent first, no transaction twice at once, and no failing
 * transaction in the way of another.
 */
export function makeReader(needs: ReaderNeeds): Reader {
  const { store, log, environment, condition, now } = needs

  /** Everything that ends without its own fault: the loop rests and goes on. */
  function failing(thrown: unknown, what: string): void {
    if (thrown instanceof LeaseLost) return
    log[isStoreFailure(thrown) ? 'warn' : 'error']({ err: thrown, environment }, what)
  }

  async function learn(due: Due, read: Read): Promise<void> {
    if (heed(condition, due.transaction_id, read)) await hurry(store.db, environment, now())
    const since = condition.recoveringSince()
    if (since !== null && !(await waitsSince(store.db, environment, since, now()))) condition.recovered()
    needs.note(due.transaction_id, read.result)
  }

  async function readDue(lease: Lease, signal: AbortSignal): Promise<void> {
    const underWay = new Map<string, Promise<void>>()
    const lost = new AbortController()
    const ended = AbortSignal.any([signal, lost.signal])
    const bell = makeBell()
    let rests = false
    const begin = async (due: Due) => {
      try {
        await learn(due, await needs.read(due, lease))
      } catch (thrown) {
        failing(thrown, 'a read could not be kept')
        if (thrown instanceof LeaseLost) lost.abort()
        rests = true
      }
      underWay.delete(due.transaction_id)
      bell.ring()
    }
    const quiet = store.onWake('due', bell.ring)
    ended.addEventListener('abort', bell.ring)
    while (!ended.aborted) {
      const wait = rests ? pollMs : condition.waitMs()
      if (wait > 0) {
        rests = false
        await sleep(wait, ended)
      } else if (underWay.size >= condition.parallel()) await bell.wait(pollMs)
      else {
        const due = await nextDue(store.db, environment, now(), [...underWay.keys()]).catch((thrown) => {
          failing(thrown, 'the queue of reads could not be asked')
          return null
        })
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
    async takeInAll(lease, signal) {
      const bell = makeBell()
      const quiet = store.onWake('inbox', bell.ring)
      signal.addEventListener('abort', bell.ring)
      while (!signal.aborted) {
        try {
          const taken = await needs.takeIn(environment, lease)
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
