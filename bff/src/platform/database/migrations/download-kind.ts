import { type Kysely, sql } from 'kysely'

/** Migration 020: a request for a download says what kind of document it is about; null in those from before. */
export async function addDownloadKindColumn(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table download_requests add column sealed_kind text').execute(db)
}
