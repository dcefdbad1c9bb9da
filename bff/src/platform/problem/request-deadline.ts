import { AsyncLocalStorage } from 'node:async_hooks'
import { within } from '../runtime/timeout.ts'
import { ProblemError } from './problem.ts'

/** A call that is being answered, as far as its writing has to know. */
export interface CallTime {
  /** True once its caller was told that its time is up. */
  isOver: boolean
  /** Transactions that are being committed just now. */
  committing: number
  hasCommitted: boolean
}

const calls = new AsyncLocalStorage<CallTime>()

/** How long a commit that has begun may go on (ms): as long as the database's own answer. */
const commitMs = 3_000

class Late extends Error {}

/** The call that this runs for; null in work of nobody's call. */
export function callTime(): CallTime | null {
  return calls.getStore() ?? null
}

/** The problem of a call whose time is up. */
export const lateProblem = () => new ProblemError('upstream_timeout')

/**
 * Runs the work of a call within `ms`. Rejects with `upstream_timeout` when the time is up: from then on the
 * call commits nothing (`transactInCall`). Where a commit had begun its end is waited for, and what cannot be
 * known in the end is said to be so (`maybe_recorded`).
 */
export async function answeredWithin<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const time: CallTime = { isOver: false, committing: 0, hasCommitted: false }
  const working = calls.run(time, work)
  try {
    return await within(ms, working, () => new Late())
  } catch (thrown) {
    if (!(thrown instanceof Late)) throw thrown
    time.isOver = true
    if (time.committing === 0 && !time.hasCommitted) throw lateProblem()
    return within(commitMs, working, () => new ProblemError('maybe_recorded'))
  }
}
