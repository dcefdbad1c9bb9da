import { isSamePerson } from '../../platform/session/person.ts'
import type { Session, SessionState } from '../../platform/session/session.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import type { AuthenticatedPerson, PendingSignIn } from './provider.ts'
import { SignInError } from './sign-in-error.ts'

/** Clock skew (ms) allowed between the provider and Paydesk. */
const maxClockSkewMs = 30_000

/** Person who came back, the session to re-authenticate, and the session that runs in this browser. */
interface ReauthenticationAttempt {
  readonly person: AuthenticatedPerson
  readonly expected: Pick<PendingSignIn, 'leftAt' | 'proves'>
  readonly running: SessionState
}

/**
 * Verifies that the running session is the one that left, and that the same person (issuer and subject) came back.
 * Throws `session_over`, `sign_in_failed` or `reauthentication_by_another`; nothing has changed then.
 */
export function verifyReauthenticatedPerson({ person, expected, running }: ReauthenticationAttempt): Session {
  const { session } = running
  if (session === null) throw new SignInError('session_over', 'session_over')
  if (session.hash !== expected.proves) throw new SignInError('sign_in_failed', 'session_mismatch')
  if (!isSamePerson(session, person)) throw new SignInError('reauthentication_by_another', 'another_person')
  return session
}

/**
 * Verifies that the provider authenticated the person after they left. `now`: ms since 1970. Returns the time for
 * `SessionStore.markReauthenticated`. Throws `reauthentication_without_time`.
 */
export function verifyAuthenticationTime(
  { person, expected }: Omit<ReauthenticationAttempt, 'running'>,
  now: number,
): number {
  const at = person.authenticatedAt
  if (at === null)
    throw new SignInError('reauthentication_without_time', 'claim_missing', { claim: 'auth_time' })
  // Require a login after leaving: an earlier login proves nothing about the person present now.
  if (at < expected.leftAt - maxClockSkewMs)
    throw new SignInError('reauthentication_without_time', 'login_not_recent')
  return Math.min(at, now)
}

/**
 * Returns the time of a sign-in that counts as a re-authentication, because the provider authenticated the
 * person within `maxAgeMs`; null if it says nothing, or took the person from an older session. `now`: ms since
 * 1970.
 */
export function findRecentAuthentication(
  { authenticatedAt: at }: Pick<AuthenticatedPerson, 'authenticatedAt'>,
  maxAgeMs: number,
  now: number,
): number | null {
  return at === null || at < now - maxAgeMs ? null : Math.min(at, now)
}

/** Returns the running session to re-authenticate; null for an ordinary sign-in or if no session runs. */
export async function findSessionToReauthenticate(
  asked: unknown,
  sessions: Pick<SessionStore, 'find'>,
  cookie: string | undefined,
): Promise<{ readonly proves: string } | null> {
  if (asked !== '1') return null
  const { session } = await sessions.find(cookie)
  return session === null ? null : { proves: session.hash }
}
