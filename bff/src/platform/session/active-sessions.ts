import { type Role, roleSchema } from '@paydesk/shared/core/permissions'
import type { Store } from '../database/database.ts'
import type { Session } from './session.ts'
import type { SessionPerson } from './session-person-cipher.ts'

/** Active session, as listed. Times in milliseconds since 1970. */
export interface ActiveSession {
  readonly hash: string
  readonly handle: string
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly role: Role
  readonly roles: readonly Role[]
  readonly startedAt: number
  readonly seenAt: number
  readonly idleEndsAt: number
  readonly endsAt: number
  readonly address: string | null
  readonly browser: string | null
}

export interface ActiveSessionDeps {
  readonly store: Pick<Store, 'db'>
  readonly open: (sealed: string) => SessionPerson | null
  readonly idleMs: number
  readonly now: number
}

/** Returns when break-glass access expires; null without such access. `now`: ms since 1970. */
export function getBreakGlassExpiry(
  { break_glass_until }: { break_glass_until: number | null },
  now: number,
): number | null {
  return break_glass_until !== null && now < break_glass_until ? break_glass_until : null
}

/** Finds the active sessions among these hashes, each with its privilege key. */
export async function findActivePrivilegeKeys(
  { store, idleMs, now }: Omit<ActiveSessionDeps, 'open'>,
  hashes: readonly string[],
  computeKey: (session: Pick<Session, 'role' | 'breakGlassUntil' | 'rightsVersion'>) => string,
): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map()
  const found = await store.db
    .selectFrom('sessions')
    .select(['id_hash', 'role', 'break_glass_until', 'rights_version'])
    .where('id_hash', 'in', hashes)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', now - idleMs)
    .execute()
  return new Map(
    found.map((row) => {
      const rights = { breakGlassUntil: getBreakGlassExpiry(row, now), rightsVersion: row.rights_version }
      return [row.id_hash, computeKey({ role: roleSchema.parse(row.role), ...rights })]
    }),
  )
}

/** True if this person has any active session. */
export async function hasActiveSession(
  { store, idleMs, now }: Omit<ActiveSessionDeps, 'open'>,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<boolean> {
  const one = await store.db
    .selectFrom('sessions')
    .select('id_hash')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', now - idleMs)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

export type ActiveSessionFilter =
  | { readonly person: { readonly issuer: string; readonly subject: string } }
  | { readonly limit: number }

/** Lists active sessions, most recently used first: of one person, or up to `limit` of all people. */
export async function listActiveSessions(
  { store, open, idleMs, now }: ActiveSessionDeps,
  filter: ActiveSessionFilter,
): Promise<ActiveSession[]> {
  const living = store.db
    .selectFrom('sessions')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', now - idleMs)
    .orderBy('last_used_at', 'desc')
    .orderBy('id_hash')
  const rows =
    'person' in filter
      ? await living
          .where('issuer', '=', filter.person.issuer)
          .where('subject', '=', filter.person.subject)
          .execute()
      : await living.limit(filter.limit).execute()
  return rows.flatMap((row) => {
    const kept = open(row.sealed)
    if (kept === null || row.handle === null) return []
    return [
      {
        hash: row.id_hash,
        handle: row.handle,
        issuer: row.issuer,
        subject: row.subject,
        name: kept.name,
        role: roleSchema.parse(row.role),
        roles: kept.roles,
        startedAt: row.created_at,
        seenAt: row.last_used_at,
        idleEndsAt: Math.min(row.last_used_at + idleMs, row.expires_at),
        endsAt: row.expires_at,
        address: row.source_address,
        browser: row.browser,
      },
    ]
  })
}
