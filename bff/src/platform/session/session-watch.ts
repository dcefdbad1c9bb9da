import type { Log } from '../runtime/log.ts'
import { within } from '../runtime/timeout.ts'
import type { Session } from './session.ts'
import { standingOf } from './session-fingerprint.ts'
import type { Sessions } from './sessions.ts'

/** `over`: the session ended, idled out, or took another role or sight. `unknown`: nobody could tell for too long. */
export type SessionEnd = 'over' | 'unknown'

export interface SessionWatch {
  /** Calls `ended` once, within five seconds of it; gives what stops the watching. */
  keep(session: Session, ended: (why: SessionEnd) => void): () => void
  stop(): void
}

interface Kept {
  readonly session: Session
  readonly ended: (why: SessionEnd) => void
  /** When it was last seen to stand; milliseconds of a clock that never jumps. */
  stoodAt: number
}

const everyMs = 2_000
/** A check that takes longer counts as none, so that the next one is not late. */
const checkMs = 1_500
const unknownMs = 5_000

/**
 * Watches the sessions of everything that lasts longer than one answer: one statement every two
 * seconds for all of them. Watching is no use of a session.
 */
export function makeSessionWatch(sessions: Pick<Sessions, 'standing'>, log: Log): SessionWatch {
  const kept = new Set<Kept>()
  let timer: NodeJS.Timeout | null = null

  function end(one: Kept, why: SessionEnd): void {
    if (kept.delete(one)) one.ended(why)
  }

  async function check(): Promise<void> {
    const begun = performance.now()
    try {
      const asked = [...kept]
      const standing = await within(
        checkMs,
        sessions.standing([...new Set(asked.map(({ session }) => session.hash))]),
        () => new Error('no answer in time'),
      )
      for (const one of asked) {
        if (standing.get(one.session.hash) === standingOf(one.session)) one.stoodAt = begun
        else end(one, 'over')
      }
    } catch (error) {
      log.warn({ err: error }, 'sessions of open streams could not be checked')
      for (const one of [...kept]) if (performance.now() - one.stoodAt > unknownMs) end(one, 'unknown')
    }
  }

  function next(): void {
    if (kept.size === 0 || timer !== null) return
    timer = setTimeout(() => {
      void check().finally(() => {
        timer = null
        next()
      })
    }, everyMs)
    timer.unref()
  }

  return {
    keep(session, ended) {
      const one: Kept = { session, ended, stoodAt: performance.now() }
      kept.add(one)
      next()
      return () => void kept.delete(one)
    },
    stop() {
      kept.clear()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
