import { hash as digest } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Session } from './session.ts'

/** Key of the caller's privileges: active role plus break-glass state. */
export function computePrivilegeKey({
  role: inForce,
  breakGlassUntil,
}: Pick<Session, 'role' | 'breakGlassUntil'>): string {
  return breakGlassUntil === null ? inForce : `${inForce} glass`
}

const maxCachedFingerprints = 1_000
const cachedFingerprints = new LRUCache<string, string>({ max: maxCachedFingerprints })

/** Returns a fingerprint that changes with session, role and break-glass state and reveals none of them. */
export function computeSessionFingerprint(session: Session): string {
  const of = `mark/${session.hash}/${computePrivilegeKey(session)}`
  const known = cachedFingerprints.get(of)
  if (known !== undefined) return known
  const mark = digest('sha256', of, 'base64url').slice(0, 16)
  cachedFingerprints.set(of, mark)
  return mark
}
