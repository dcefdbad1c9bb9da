import type { Kysely, Transaction } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import type { Person } from '../../platform/session/person.ts'
import { appendLiveChange } from '../live-changes.ts'
import { buildInboxLiveChange } from './entry-rows.ts'

const dayMs = 86_400_000

/** Loads the marks of a person: true for read, false for unread. */
export async function loadInboxMarks(
  db: Kysely<DatabaseSchema>,
  environment: string,
  { issuer, subject }: Person,
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom('inbox_marks')
    .select(['entry', 'is_read'])
    .where('environment', '=', environment)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
  return new Map(rows.map(({ entry, is_read }) => [entry, is_read === 1]))
}

/** Loads the time (ms since 1970) from which entries begin as unread: a day before the first sign-in. */
export async function loadInboxUnreadSince(
  db: Kysely<DatabaseSchema>,
  { issuer, subject }: Person,
): Promise<number> {
  const row = await db
    .selectFrom('staff')
    .select(['first_seen_at', 'seen_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row === undefined ? 0 : (row.first_seen_at ?? row.seen_at) - dayMs
}

/** Age (ms) at which an entry leaves the inbox, with its mark. */
export const inboxPeriodMs = 30 * dayMs

/** Stores marks of a person, and deletes marks that are so old that no entry is left. `now`: ms since 1970. */
export async function storeInboxMarks(
  store: Pick<Store, 'db' | 'dialect' | 'wake'>,
  { issuer, subject }: Person,
  {
    environment,
    entries,
    isRead,
  }: { readonly environment: string; readonly entries: readonly string[]; readonly isRead: boolean },
  now: number,
): Promise<void> {
  if (entries.length === 0) return
  const set = { is_read: isRead ? 1 : 0, at: now }
  await withRequestTransaction(store, `inbox/${environment}/${issuer}/${subject}`, async (trx) => {
    await trx
      .deleteFrom('inbox_marks')
      .where('environment', '=', environment)
      .where('at', '<', now - inboxPeriodMs)
      .execute()
    await trx
      .insertInto('inbox_marks')
      .values(entries.map((entry) => ({ environment, issuer, subject, entry, ...set })))
      .onConflict((conflict) =>
        conflict.columns(['environment', 'issuer', 'subject', 'entry']).doUpdateSet(set),
      )
      .execute()
    await appendLiveChange(trx, store.dialect, buildInboxLiveChange(environment, { issuer, subject }), now)
  })
  store.wake('changes')
}

/**
 * Marks the entry about an export or a download that is ready as read, in the transaction in which its person fetches
 * it: from then on the inbox would announce what they have. Writes nothing if it is read. `now`: ms since 1970.
 */
export async function markReadyInboxEntryRead(
  trx: Transaction<DatabaseSchema>,
  dialect: Store['dialect'],
  { issuer, subject }: Person,
  { environment, id }: { readonly environment: string; readonly id: string },
  now: number,
): Promise<void> {
  const key = { environment, issuer, subject, entry: `export_ready.${id}` }
  const mark = await trx
    .selectFrom('inbox_marks')
    .select('is_read')
    .where((is) => is.and(key))
    .executeTakeFirst()
  if (mark?.is_read === 1) return
  const set = { is_read: 1, at: now }
  await trx
    .insertInto('inbox_marks')
    .values({ ...key, ...set })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'issuer', 'subject', 'entry']).doUpdateSet(set),
    )
    .execute()
  await appendLiveChange(trx, dialect, buildInboxLiveChange(environment, { issuer, subject }), now)
}

/**
 * Marks entries as read because their person has opened the record itself; writes nothing if all of them are. Entries
 * that do not exist may be named: their marks end like all others.
 */
export async function markInboxEntriesRead(
  store: Pick<Store, 'db' | 'dialect' | 'wake'>,
  person: Person,
  { environment, entries }: { readonly environment: string; readonly entries: readonly string[] },
  now: number,
): Promise<void> {
  if (entries.length === 0) return
  const marks = await loadInboxMarks(store.db, environment, person)
  const unread = entries.filter((entry) => marks.get(entry) !== true)
  await storeInboxMarks(store, person, { environment, entries: unread, isRead: true }, now)
}
