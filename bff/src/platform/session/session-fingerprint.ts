import { hash as digest } from 'node:crypto'
import type { Session } from './session.ts'

/** What somebody sees by: the role in force, and whether the glass is broken. */
export function standingOf({ role: inForce, glassUntil }: Pick<Session, 'role' | 'glassUntil'>): string {
  return glassUntil === null ? inForce : `${inForce} glass`
}

const mostKept = 1_000
const marks = new Map<string, string>()

/** Tells one session, role and sight from another, and nothing about any. */
export function markOf(session: Session): string {
  const of = `mark/${session.hash}/${standingOf(session)}`
  const known = marks.get(of)
  if (known !== undefined) return known
  const mark = digest('sha256', of, 'base64url').slice(0, 16)
  if (marks.size >= mostKept) marks.clear()
  marks.set(of, mark)
  return mark
}
