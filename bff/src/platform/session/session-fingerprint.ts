import { hash as digest } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Session } from './session.ts'

/** Key of the caller's privileges: active role, merchants by their version, and break-glass state. */
export function computePrivilegeKey({
  role: inForce,
  breakGlassUntil,
  rightsVersion,
}: Pick<Session, 'role' | 'breakGlassUntil' | 'rightsVersion'>): string {
  const own = rightsVersion === 0 ? inForce : `${inForce} ${rightsVersion}`
  return breakGlassUntil === null ? own : `${own} glass`
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
