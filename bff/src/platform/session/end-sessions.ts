import type { Store } from '../database/database.ts'
import type { Person, SessionChange } from './person.ts'

/** Somebody ended it before its time. `at` in milliseconds since 1970. */
export interface SessionTermination {
  readonly by: 'administrator' | 'self'
  readonly at: number
}

/** Which sessions: the one of this name, with `of` only where it is that person's; or a person's but one (by hash). */
export type SessionSelector =
  | { readonly handle: string; readonly of?: Person }
  | { readonly of: Person; readonly except: string }

/** Marks what lives of them as ended. The rows stay for a while, so that each one's browser hears by whom. */
export function closeSessions(
  { db }: Pick<Store, 'db'>,
  which: SessionSelector,
  { by, at, idleMs }: SessionTermination & { readonly idleMs: number },
): Promise<SessionChange[]> {
  const { of } = which
  return (
    db
      .updateTable('sessions')
      // What was sealed is of no more use to anybody.
      .set({ ended_at: at, ended_by: by, sealed: '', glass_until: null })
      .where('ended_at', 'is', null)
      .where('ends_at', '>', at)
      .where('seen_at', '>', at - idleMs)
      .where((is) =>
        is.and([
          ...('handle' in which ? [is('handle', '=', which.handle)] : [is('id_hash', '!=', which.except)]),
          ...(of === undefined ? [] : [is('issuer', '=', of.issuer), is('subject', '=', of.subject)]),
        ]),
      )
      .returning(['handle', 'issuer', 'subject'])
      .execute()
  )
}

/** Forgets what ended before this time (ms since 1970). */
export async function deleteExpiredSessions({ db }: Pick<Store, 'db'>, before: number): Promise<void> {
  await db.deleteFrom('sessions').where('ends_at', '<', before).execute()
}
