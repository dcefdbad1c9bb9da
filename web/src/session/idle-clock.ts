import type { WhoAmI } from '@paydesk/shared/session'

export interface Ending {
  readonly at: number
  readonly why: 'session_idle' | 'session_over'
}

export interface IdleClock {
  /** A fresh word of the server on when this session ends. */
  readonly set: (session: Pick<WhoAmI, 'idleEndsAt' | 'endsAt'>) => void
  /** An answer came: the server has moved the idle end by as much again. */
  readonly renewed: () => void
  readonly ending: () => Ending | null
  readonly close: () => void
}

/**
 * When the session ends, without asking: asking would renew it. Windows tell each other of their
 * calls, so that an unused one does not warn while another is in use.
 */
export function createIdleClock(now: () => number = Date.now): IdleClock {
  const others = new BroadcastChannel('paydesk-renewed')
  let idleTime = 0
  let idleEndsAt = Number.POSITIVE_INFINITY
  let endsAt = Number.POSITIVE_INFINITY
  function push() {
    if (idleTime > 0) idleEndsAt = Math.max(idleEndsAt, now() + idleTime)
  }
  others.onmessage = push
  return {
    set(session) {
      idleEndsAt = Date.parse(session.idleEndsAt)
      endsAt = Date.parse(session.endsAt)
      idleTime = Math.max(0, idleEndsAt - now())
    },
    renewed() {
      push()
      others.postMessage(null)
    },
    ending() {
      if (!Number.isFinite(idleEndsAt)) return null
      return idleEndsAt < endsAt
        ? { at: idleEndsAt, why: 'session_idle' }
        : { at: endsAt, why: 'session_over' }
    },
    close() {
      others.close()
    },
  }
}
