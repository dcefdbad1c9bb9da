import { type Kysely, sql } from 'kysely'
import { makeText, need, type Words } from './columns.ts'

/** Migration 006: a view belongs to a page. Those from before are of the list of transactions. */
export async function giveViewsPages(db: Kysely<unknown>, words: Words): Promise<void> {
  const page = makeText(words)(16, `${need} default 'transactions'`)
  await sql.raw(`alter table saved_views add column page ${page}`).execute(db)
}
