import { roleSchema } from '@paydesk/shared/core/permissions'
import { type ActiveSessionDeps, getBreakGlassExpiry } from './active-sessions.ts'
import type { Session, SessionState } from './session.ts'
import type { SessionRow } from './session-row-cache.ts'

/** Sessions by row, for rows without break-glass access: valid until the row is replaced. */
const sessionByRow = new WeakMap<SessionRow, Session>()

/** Returns the state of a stored session at `now`. */
export function deriveSessionState(
  row: SessionRow | undefined,
  { open, idleMs, now }: Pick<ActiveSessionDeps, 'open' | 'idleMs' | 'now'>,
): SessionState {
  if (row === undefined) return { session: null, why: 'none' }
  if (row.ended_at !== null) {
    const ended = { by: row.ended_by ?? ('administrator' as const), at: row.ended_at }
    return { session: null, why: 'ended', ended }
  }
  if (now >= row.expires_at) return { session: null, why: 'over' }
  if (now >= row.last_used_at + idleMs) return { session: null, why: 'idle' }
  const before = sessionByRow.get(row)
  if (before !== undefined) return { session: before }
  const kept = open(row.sealed)
  if (kept === null) return { session: null, why: 'over' }
  const session: Session = {
    hash: row.id_hash,
    handle: row.handle ?? '',
    issuer: row.issuer,
    subject: row.subject,
    ...kept,
    role: roleSchema.parse(row.role),
    seenAt: row.last_used_at,
    idleEndsAt: Math.min(row.last_used_at + idleMs, row.expires_at),
    endsAt: row.expires_at,
    breakGlassUntil: getBreakGlassExpiry(row, now),
    reauthenticatedAt: row.reauthenticated_at,
    authorityAt: row.authority_at,
    rightsVersion: row.rights_version,
  }
  if (row.break_glass_until === null) sessionByRow.set(row, session)
  return { session }
}
