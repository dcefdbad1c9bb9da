import { type Kysely, sql } from 'kysely'

/** What exactly was seen and why, and how many seconds before it the person had proved anew who they are. */
const columns = [
  'field varchar(60)',
  'purpose_code varchar(40)',
  'case_ref varchar(40)',
  'step_up_age bigint',
]

/** Migration 010: null for all that came before, so no hash of an older entry changes. */
export async function addAuditPurposeColumns(db: Kysely<unknown>): Promise<void> {
  for (const column of columns) await sql.raw(`alter table audit add column ${column}`).execute(db)
}
