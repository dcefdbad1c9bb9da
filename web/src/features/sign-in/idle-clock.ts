import type { CurrentSession } from '@paydesk/shared/administration/sign-in'

export interface SessionExpiry {
  readonly at: number
  readonly why: 'session_idle' | 'session_over'
}

export interface IdleClock {
  /** Sets both end times from a fresh answer of the server. */
  readonly setExpiry: (session: Pick<CurrentSession, 'idleExpiresAt' | 'expiresAt'>) => void
  /** Records a renewal: the server extended the idle end of the session with this fingerprint (`mark`). */
  readonly recordRenewal: (mark: string | null) => void
  /**
   * Tells other windows that their content belongs to an ended session or a former role; `ended`: signed out.
   */
  readonly broadcastChange: (ended: boolean) => void
  readonly ending: () => SessionExpiry | null
  readonly close: () => void
}

const sessionChangedMessage = 'over'
const signedOutMessage = 'signed_out'

/**
 * Tracks when the session ends, without requests, because a request renews the session. Windows broadcast
 * their renewals, so that an unused window does not warn while another is in use, and the end of the session.
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
    // Ignore renewals of another session.
    else if (data === own) push()
  }
  return {
    setExpiry(session) {
      idleEndsAt = Date.parse(session.idleExpiresAt)
      endsAt = Date.parse(session.expiresAt)
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
