import { type Kysely, sql } from 'kysely'

/** Who took a decision back, and why: names and words of staff, sealed; null where it was not, or before this. */
const columns = ['withdrawn_issuer', 'withdrawn_subject', 'withdrawn_name', 'withdrawn_text']

/** Migration 008: a decision that the service does not follow can be closed by somebody else than its maker. */
export async function addWithdrawnByColumns(db: Kysely<unknown>): Promise<void> {
  for (const column of columns) await sql.raw(`alter table decisions add column ${column} text`).execute(db)
}
