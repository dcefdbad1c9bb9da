import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Store } from '../platform/database/database.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'

export type LiveChange = Selectable<DatabaseSchema['changes']>
/** Change without its number and time; `appendLiveChange` adds the time. */
export type NewLiveChange = Omit<LiveChange, 'seq' | 'at'>

/** Lock held from numbering to commit: a reader that has passed a number never misses a smaller one. */
const commitOrderLock = sql`select pg_advisory_xact_lock(7351902)`

/**
 * Appends changes for the live stream, in order of commit. Must be the last step of a transaction: others
 * wait from here to its end. Call `store.wake('changes')` after the commit.
 */
export async function appendLiveChange(
  trx: Transaction<DatabaseSchema>,
  dialect: Store['dialect'],
  changes: NewLiveChange | readonly NewLiveChange[],
  now: number,
): Promise<void> {
  const rows = [changes].flat().map((one) => ({ ...one, at: now }))
  if (rows.length === 0) return
  if (dialect === 'postgres') await commitOrderLock.execute(trx)
  await trx.insertInto('changes').values(rows).execute()
}

/** Lists up to `maxChanges` changes after this number, in order. */
export function listLiveChangesSince(
  db: Kysely<DatabaseSchema>,
  seq: number,
  maxChanges: number,
): Promise<LiveChange[]> {
  return db
    .selectFrom('changes')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(maxChanges)
    .execute()
}

/** Lists the newest changes since this time (ms since 1970), at most `maxChanges`, in order. */
export async function listRecentLiveChanges(
  db: Kysely<DatabaseSchema>,
  since: number,
  maxChanges: number,
): Promise<LiveChange[]> {
  const newestFirst = await db
    .selectFrom('changes')
    .selectAll()
    .where('at', '>=', since)
    .orderBy('seq', 'desc')
    .limit(maxChanges)
    .execute()
  return newestFirst.reverse()
}

/** Returns the number of the newest change; 0 if there is none. */
export async function loadLatestLiveChangeSeq(db: Kysely<DatabaseSchema>): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

/**
 * Deletes changes older than this time (ms since 1970). Keeps the newest one, so that numbering continues
 * from it.
 */
export async function pruneLiveChanges(db: Kysely<DatabaseSchema>, before: number): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('at', '<', before)
    .where('seq', '<', await loadLatestLiveChangeSeq(db))
    .execute()
}
