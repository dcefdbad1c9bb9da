import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Store } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema/schema.ts'

export type Change = Selectable<Schema['changes']>
/** Without a time the change carries `now`. */
export type NewChange = Omit<Change, 'seq' | 'at'>

/** Held from the number to the commit: who reads beyond a number then never misses a smaller one. */
const inOrder = sql`select pg_advisory_xact_lock(7351902)`

/**
 * Notes what the live stream is to tell, in order of commit. The last thing a transaction does: others
 * wait from here to its end. Call `store.wake('changes')` after the commit.
 */
export async function appendChange(
  trx: Transaction<Schema>,
  dialect: Store['dialect'],
  changes: NewChange | readonly NewChange[],
  now: number,
): Promise<void> {
  const rows = [changes].flat().map((one) => ({ ...one, at: now }))
  if (rows.length === 0) return
  if (dialect === 'postgres') await inOrder.execute(trx)
  await trx.insertInto('changes').values(rows).execute()
}

/** At most `most` changes after this number, in order. */
export function changesSince(db: Kysely<Schema>, seq: number, most: number): Promise<Change[]> {
  return db.selectFrom('changes').selectAll().where('seq', '>', seq).orderBy('seq').limit(most).execute()
}

/** The newest changes since this time (ms since 1970), at most `most`, in order. */
export async function recentChanges(db: Kysely<Schema>, since: number, most: number): Promise<Change[]> {
  const newestFirst = await db
    .selectFrom('changes')
    .selectAll()
    .where('at', '>=', since)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  return newestFirst.reverse()
}

/** The number of the newest change; 0 where there is none. */
export async function newestChange(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Forgets what is older than this time (ms since 1970); the newest stays, so that the numbers go on from it. */
export async function forgetChanges(db: Kysely<Schema>, before: number): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('at', '<', before)
    .where('seq', '<', await newestChange(db))
    .execute()
}
