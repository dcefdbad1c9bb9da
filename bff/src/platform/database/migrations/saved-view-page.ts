import { type Kysely, sql } from 'kysely'
import { type ColumnDialect, createTextType, notNull } from './columns.ts'

/** Migration 006: a view belongs to a page. Those from before are of the list of transactions. */
export async function addSavedViewPage(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  const page = createTextType(words)(16, `${notNull} default 'transactions'`)
  await sql.raw(`alter table saved_views add column page ${page}`).execute(db)
}
