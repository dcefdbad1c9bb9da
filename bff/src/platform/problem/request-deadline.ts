import { AsyncLocalStorage } from 'node:async_hooks'
import { withTimeout } from '../runtime/timeout.ts'
import { ProblemError } from './problem.ts'

/** A call that is being answered, as far as its writing has to know. */
export interface RequestDeadline {
  /** True once its caller was told that its time is up. */
  isExpired: boolean
  /** Transactions that are being committed just now. */
  pendingCommits: number
  hasCommitted: boolean
}

const deadlineStorage = new AsyncLocalStorage<RequestDeadline>()

/** How long a commit that has begun may go on (ms): as long as the database's own answer. */
const commitTimeoutMs = 3_000

class DeadlineExceeded extends Error {}

/** The call that this runs for; null in work of nobody's call. */
export function currentDeadline(): RequestDeadline | null {
  return deadlineStorage.getStore() ?? null
}

/** The problem of a call whose time is up. */
export const createDeadlineProblem = () => new ProblemError('upstream_timeout')

/**
 * Runs the work of a call within `ms`. Rejects with `upstream_timeout` when the time is up: from then on the
 * call commits nothing (`transactInCall`). Where a commit had begun its end is waited for, and what cannot be
 * known in the end is said to be so (`maybe_recorded`).
 */
export async function runWithDeadline<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const time: RequestDeadline = { isExpired: false, pendingCommits: 0, hasCommitted: false }
  const working = deadlineStorage.run(time, work)
  try {
    return await withTimeout(ms, working, () => new DeadlineExceeded())
  } catch (thrown) {
    if (!(thrown instanceof DeadlineExceeded)) throw thrown
    time.isExpired = true
    if (time.pendingCommits === 0 && !time.hasCommitted) throw createDeadlineProblem()
    return withTimeout(commitTimeoutMs, working, () => new ProblemError('maybe_recorded'))
  }
}
