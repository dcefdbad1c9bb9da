import { type GlassHandle, glassHandle, type OwnGlass } from '@paydesk/shared/compliance/glass'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../platform/database/schema/schema.ts'
import type { Person } from '../platform/session/person.ts'

export type GlassRow = Selectable<Schema['glass_breaks']>

/** What this person owes a report of: over, and not written. There is at most one. `now`: ms since 1970. */
export async function owedReport(
  db: Kysely<Schema>,
  { issuer, subject }: Person,
  now: number,
): Promise<GlassHandle | null> {
  const row = await db
    .selectFrom('glass_breaks')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('reported_at', 'is', null)
    .where('until', '<=', now)
    .executeTakeFirst()
  return row === undefined ? null : glassHandle.parse(row.id)
}

/** How it stands with this person: wider sight of this very session, and a report that is owed. */
export async function ownGlassOf(
  db: Kysely<Schema>,
  session: Person & { readonly glassUntil: number | null },
  now: number,
): Promise<OwnGlass> {
  const { glassUntil } = session
  return {
    until: glassUntil === null ? null : new Date(glassUntil).toISOString(),
    owes: await owedReport(db, session, now),
  }
}
