import {
  type BreakGlassHandle,
  breakGlassHandleSchema,
  type OwnBreakGlassStatus,
} from '@paydesk/shared/compliance/break-glass'
import type { Kysely, Selectable } from 'kysely'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import type { Person } from '../platform/session/person.ts'

export type BreakGlassRow = Selectable<DatabaseSchema['break_glass_grants']>

/**
 * Finds the person's ended emergency access that still lacks a report; there is at most one. `now`: ms since
 * 1970.
 */
export async function findBreakGlassWithoutReport(
  db: Kysely<DatabaseSchema>,
  { issuer, subject }: Person,
  now: number,
): Promise<BreakGlassHandle | null> {
  const row = await db
    .selectFrom('break_glass_grants')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('reported_at', 'is', null)
    .where('until', '<=', now)
    .executeTakeFirst()
  return row === undefined ? null : breakGlassHandleSchema.parse(row.id)
}

/** Returns the emergency access of this session and the report that the person owes. */
export async function loadBreakGlassStatus(
  db: Kysely<DatabaseSchema>,
  session: Person & { readonly breakGlassUntil: number | null },
  now: number,
): Promise<OwnBreakGlassStatus> {
  const { breakGlassUntil } = session
  return {
    until: breakGlassUntil === null ? null : new Date(breakGlassUntil).toISOString(),
    reportDueFor: await findBreakGlassWithoutReport(db, session, now),
  }
}
