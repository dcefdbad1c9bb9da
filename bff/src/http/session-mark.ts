import { hash as digest } from 'node:crypto'
import type { Session } from './sessions.ts'

/** What somebody sees by: the role in force, and whether the glass is broken. */
export function standingOf({ role: inForce, glassUntil }: Pick<Session, 'role' | 'glassUntil'>): string {
  return glassUntil === null ? inForce : `${inForce} glass`
}

/** Tells one session, role and sight from another, and nothing about any. */
export function markOf(session: Session): string {
  return digest('sha256', `mark/${session.hash}/${standingOf(session)}`, 'base64url').slice(0, 16)
}
