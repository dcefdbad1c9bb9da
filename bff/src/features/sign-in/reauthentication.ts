import { ProblemError } from '../../platform/problem/problem.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import type { Session, SessionState } from '../../platform/session/session.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import type { AuthenticatedPerson, PendingSignIn } from './provider.ts'

/** Clock skew (ms) allowed between the provider and Paydesk. */
const maxClockSkewMs = 30_000

/** Person who came back, the session to re-authenticate, and the session that runs in this browser. */
interface ReauthenticationAttempt {
  readonly person: AuthenticatedPerson
  readonly expected: Pick<PendingSignIn, 'leftAt' | 'proves'>
  readonly running: SessionState
}

/** True if the provider still grants the session's active role and all its merchants. */
function isStillGranted(
  { role, merchants: own }: Session,
  { roles, merchants }: AuthenticatedPerson,
): boolean {
  const all = merchants === null || own?.every((one) => merchants.includes(one)) === true
  return all && roles.includes(role)
}

/**
 * Verifies a re-authentication: the running session is the one that left, the person is the same (issuer and
 * subject), the provider still grants the session's role and merchants, and authenticated the person after
 * they left. `now`: ms since 1970. Returns the session, and the time for `SessionStore.markReauthenticated`.
 * Throws `session_over`, `sign_in_failed`, `reauthentication_by_another` or `reauthentication_without_time`; nothing has changed
 * then.
 */
export function verifyReauthentication(
  { person, expected, running }: ReauthenticationAttempt,
  now: number,
): { readonly session: Session; readonly at: number } {
  const { session } = running
  if (session === null) throw new ProblemError('session_over')
  if (session.hash !== expected.proves) throw new ProblemError('sign_in_failed')
  if (!isSamePerson(session, person)) throw new ProblemError('reauthentication_by_another')
  // Reject a person who lost a role or merchant: their current rights need a new session.
  if (!isStillGranted(session, person)) throw new ProblemError('sign_in_failed')
  const at = person.authenticatedAt
  // Require a login after leaving: an earlier login proves nothing about the person present now.
  if (at === null || at < expected.leftAt - maxClockSkewMs)
    throw new ProblemError('reauthentication_without_time')
  return { session, at: Math.min(at, now) }
}

/** Returns the running session to re-authenticate; null for an ordinary sign-in or if no session runs. */
export async function resolveReauthentication(
  asked: unknown,
  sessions: Pick<SessionStore, 'find'>,
  cookie: string | undefined,
): Promise<{ readonly proves: string } | null> {
  if (asked !== '1') return null
  const { session } = await sessions.find(cookie)
  return session === null ? null : { proves: session.hash }
}
