import { ProblemError } from '../../platform/problem/problem.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import type { Session, SessionState } from '../../platform/session/session.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import type { AuthenticatedPerson, PendingSignIn } from './provider.ts'

/** So far may the provider's clock and ours be apart, in ms. */
const maxClockSkewMs = 30_000

/** Who came back, for which session they were to prove who they are, and the one that runs in this browser. */
interface ReauthenticationAttempt {
  readonly person: AuthenticatedPerson
  readonly expected: Pick<PendingSignIn, 'leftAt' | 'proves'>
  readonly running: SessionState
}

/** Whether the role in force and every merchant of the session are still given to them. */
function isStillGranted(
  { role, merchants: own }: Session,
  { roles, merchants }: AuthenticatedPerson,
): boolean {
  const all = merchants === null || own?.every((one) => merchants.includes(one)) === true
  return all && roles.includes(role)
}

/**
 * Whether a person who came back has proved for the running session who they are: it is the session that left, the
 * very same person (issuer and subject), the provider still gives them what the session has in force, and says
 * that it asked them after they left.
 *
 * @param now in ms since 1970. @returns the session, and the time of the proof for `Sessions.prove`. Throws
 *   `session_over`, `sign_in_failed`, `proof_by_another` or `proof_without_time`; then nothing has changed.
 */
export function verifyReauthentication(
  { person, expected, running }: ReauthenticationAttempt,
  now: number,
): { readonly session: Session; readonly at: number } {
  const { session } = running
  if (session === null) throw new ProblemError('session_over')
  if (session.hash !== expected.proves) throw new ProblemError('sign_in_failed')
  if (!isSamePerson(session, person)) throw new ProblemError('proof_by_another')
  // Whoever lost a role since they signed in goes on with what they have now, in a session of its own.
  if (!isStillGranted(session, person)) throw new ProblemError('sign_in_failed')
  const at = person.authenticatedAt
  // What the provider remembers of an earlier sign-in proves nothing about who sits there now.
  if (at === null || at < expected.leftAt - maxClockSkewMs) throw new ProblemError('proof_without_time')
  return { session, at: Math.min(at, now) }
}

/** Whether this sign-in is to prove something for a session that runs; an ordinary one where none does. */
export async function resolveReauthentication(
  asked: unknown,
  sessions: Pick<SessionStore, 'find'>,
  cookie: string | undefined,
): Promise<{ readonly proves: string } | null> {
  if (asked !== '1') return null
  const { session } = await sessions.find(cookie)
  return session === null ? null : { proves: session.hash }
}
