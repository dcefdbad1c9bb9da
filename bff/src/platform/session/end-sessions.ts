import type { Store } from '../database/database.ts'
import type { Person, SessionChange } from './person.ts'

/**
 * Early end of a session: by a person, by the identity provider that took the rights away, or by a newer session
 * beyond the limit. `at` in milliseconds since 1970.
 */
export interface SessionTermination {
  readonly by: 'administrator' | 'self' | 'provider' | 'limit'
  readonly at: number
}

/**
 * Sessions to end: one by handle (with `of`, only if that person owns the session; with `authorityAt`, only if its
 * rights were not renewed since), all of a person but one (by hash), or some by hash.
 */
export type SessionSelector =
  | { readonly handle: string; readonly of?: Person; readonly authorityAt?: number }
  | { readonly of: Person; readonly except: string }
  | { readonly hashes: readonly string[] }

/**
 * Marks the selected active sessions as ended. The rows stay for a while, so that every browser learns who
 * ended its session.
 */
export function markSessionsEnded(
  { db }: Pick<Store, 'db'>,
  which: SessionSelector,
  { by, at, idleMs }: SessionTermination & { readonly idleMs: number },
): Promise<SessionChange[]> {
  const of = 'of' in which ? which.of : undefined
  return (
    db
      .updateTable('sessions')
      // Drop the encrypted data, which is of no further use.
      .set({ ended_at: at, ended_by: by, sealed: '', break_glass_until: null })
      .where('ended_at', 'is', null)
      .where('expires_at', '>', at)
      .where('last_used_at', '>', at - idleMs)
      .where((is) =>
        is.and([
          ...('handle' in which ? [is('handle', '=', which.handle)] : []),
          ...('authorityAt' in which ? [is('authority_at', '=', which.authorityAt)] : []),
          ...('except' in which ? [is('id_hash', '!=', which.except)] : []),
          ...('hashes' in which ? [is('id_hash', 'in', which.hashes)] : []),
          ...(of === undefined ? [] : [is('issuer', '=', of.issuer), is('subject', '=', of.subject)]),
        ]),
      )
      .returning(['handle', 'issuer', 'subject'])
      .execute()
  )
}

/** Deletes sessions whose end lies before this time (ms since 1970). */
export async function deleteExpiredSessions({ db }: Pick<Store, 'db'>, before: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute()
}
