import { createDebouncedJob } from '../jobs/debounced-job.ts'
import type { Logger } from '../runtime/log.ts'
import { withTimeout } from '../runtime/timeout.ts'
import type { Session } from './session.ts'
import { computePrivilegeKey } from './session-fingerprint.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Reason for the end of a watch. `over`: the session ended, idled out, or changed its role or break-glass
 * state. `unknown`: the state could not be read for too long.
 */
export type SessionWatchEnd = 'over' | 'unknown'

export interface SessionWatcher {
  /** Calls `ended` once, within five seconds of the end. Returns a function that stops the watch. */
  watch(session: Session, ended: (why: SessionWatchEnd) => void): () => void
  stop(): void
}

interface WatchedSession {
  readonly session: Session
  readonly onEnd: (why: SessionWatchEnd) => void
  /** Last time the session was known to be active; milliseconds of a monotonic clock. */
  lastActiveAt: number
}

const checkIntervalMs = 2_000
/** Time limit (ms) of a check; a slower check counts as failed, so that the next check is not late. */
const checkTimeoutMs = 1_500
const maxUnknownMs = 5_000

/**
 * Watches the sessions of all long-lived answers, with one statement every two seconds for all of them.
 * Watching does not count as use of a session.
 */
export function createSessionWatcher(
  sessions: Pick<SessionStore, 'listActivePrivileges'>,
  log: Logger,
): SessionWatcher {
  const kept = new Set<WatchedSession>()

  function end(one: WatchedSession, why: SessionWatchEnd): void {
    if (kept.delete(one)) one.onEnd(why)
  }

  async function check(): Promise<void> {
    const begun = performance.now()
    try {
      const watchedSessions = [...kept]
      const standing = await withTimeout(
        checkTimeoutMs,
        sessions.listActivePrivileges([...new Set(watchedSessions.map(({ session }) => session.hash))]),
        () => new Error('no answer in time'),
      )
      for (const one of watchedSessions) {
        if (standing.get(one.session.hash) === computePrivilegeKey(one.session)) one.lastActiveAt = begun
        else end(one, 'over')
      }
    } catch (error) {
      log.warn({ err: error }, 'sessions of open streams could not be checked')
      for (const one of [...kept])
        if (performance.now() - one.lastActiveAt > maxUnknownMs) end(one, 'unknown')
    }
    if (kept.size > 0) checking.schedule()
  }
  const checking = createDebouncedJob(checkIntervalMs, check)

  return {
    watch(session, ended) {
      const one: WatchedSession = { session, onEnd: ended, lastActiveAt: performance.now() }
      kept.add(one)
      checking.schedule()
      return () => void kept.delete(one)
    },
    stop() {
      kept.clear()
      void checking.stop()
    },
  }
}
