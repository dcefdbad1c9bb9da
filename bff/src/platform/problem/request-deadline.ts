import { AsyncLocalStorage } from 'node:async_hooks'
import { withTimeout } from '../runtime/timeout.ts'
import { ProblemError } from './problem.ts'

/** Deadline of a request, as far as its database writes need to know. */
export interface RequestDeadline {
  /** True once the client was told that the deadline has passed. */
  isExpired: boolean
  /** Number of transactions that are committing at the moment. */
  pendingCommits: number
  hasCommitted: boolean
}

const deadlineStorage = new AsyncLocalStorage<RequestDeadline>()

/** Time limit for a commit that has begun (ms): as long as the database's own time limit. */
const commitTimeoutMs = 3_000

class DeadlineExceeded extends Error {}

/** Returns the deadline of the current request; null for work outside of a request. */
export function getCurrentRequestDeadline(): RequestDeadline | null {
  return deadlineStorage.getStore() ?? null
}

/** Creates the problem of a request whose deadline has passed. */
export const createDeadlineProblem = () => new ProblemError('upstream_timeout')

/**
 * Runs the work of a request within `ms`. Rejects with `upstream_timeout` after the deadline; from then on
 * the request commits nothing (`withRequestTransaction`). Waits for a commit that has begun, and rejects with
 * `maybe_recorded` if the result of that commit stays unknown.
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
