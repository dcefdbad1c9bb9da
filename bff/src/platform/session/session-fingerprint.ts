import { hash as digest } from 'node:crypto'
import type { Session } from './session.ts'

/** What somebody sees by: the role in force, and whether the glass is broken. */
export function computePrivilegeKey({
  role: inForce,
  breakGlassUntil,
}: Pick<Session, 'role' | 'breakGlassUntil'>): string {
  return breakGlassUntil === null ? inForce : `${inForce} glass`
}

const maxCachedFingerprints = 1_000
const cachedFingerprints = new Map<string, string>()

/** Tells one session, role and sight from another, and nothing about any. */
export function computeSessionFingerprint(session: Session): string {
  const of = `mark/${session.hash}/${computePrivilegeKey(session)}`
  const known = cachedFingerprints.get(of)
  if (known !== undefined) return known
  const mark = digest('sha256', of, 'base64url').slice(0, 16)
  if (cachedFingerprints.size >= maxCachedFingerprints) cachedFingerprints.clear()
  cachedFingerprints.set(of, mark)
  return mark
}
