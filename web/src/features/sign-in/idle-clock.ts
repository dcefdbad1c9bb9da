import type { CurrentSession } from '@paydesk/shared/administration/session'

export interface SessionEnding {
  readonly at: number
  readonly why: 'session_idle' | 'session_over'
}

export interface IdleClock {
  /** A fresh word of the server on when this session ends. */
  readonly setExpiry: (session: Pick<CurrentSession, 'idleEndsAt' | 'endsAt'>) => void
  /** An answer came: the server has moved the idle end of the session with this mark by as much again. */
  readonly recordRenewal: (mark: string | null) => void
  /** Tells the other windows that what they show belongs to a session or role that is over; `ended`: it was signed out. */
  readonly broadcastChange: (ended: boolean) => void
  readonly ending: () => SessionEnding | null
  readonly close: () => void
}

const sessionChangedMessage = 'over'
const signedOutMessage = 'signed_out'

/**
 * When the session ends, without asking: asking would renew it. Windows tell each other of their
 * calls, so that an unused one does not warn while another is in use, and of its end.
 */
export function createIdleClock(
  onChanged: (ended: boolean) => void,
  now: () => number = Date.now,
): IdleClock {
  const others = new BroadcastChannel('paydesk-session')
  let own: string | null = null
  let idleTime = 0
  let idleEndsAt = Number.POSITIVE_INFINITY
  let endsAt = Number.POSITIVE_INFINITY
  function push() {
    if (idleTime > 0) idleEndsAt = Math.max(idleEndsAt, now() + idleTime)
  }
  others.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === sessionChangedMessage || data === signedOutMessage) onChanged(data === signedOutMessage)
    // A call of somebody else's session renews nothing here.
    else if (data === own) push()
  }
  return {
    setExpiry(session) {
      idleEndsAt = Date.parse(session.idleEndsAt)
      endsAt = Date.parse(session.endsAt)
      idleTime = Math.max(0, idleEndsAt - now())
    },
    recordRenewal(mark) {
      own = mark ?? own
      push()
      others.postMessage(own)
    },
    broadcastChange(ended) {
      others.postMessage(ended ? signedOutMessage : sessionChangedMessage)
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
