import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../database/database.ts'
import type { Schema } from '../database/schema/schema.ts'
import { transact } from '../database/transaction.ts'
import { newReference } from '../runtime/reference.ts'
import { chainOf } from './canonical.ts'
import { endsOf, insisting, linked, lockChains } from './links.ts'
import { makeAuditLog } from './log.ts'

/** Entries that get their places in one transaction. */
const batch = 1_000

const adopted = 'trail.adopted'

async function isOwed(db: Kysely<Schema>): Promise<boolean> {
  const [had, stated] = [
    await db.selectFrom('audit_adoption').select('entries').executeTakeFirst(),
    await db.selectFrom('audit').select('seq').where('action', '=', adopted).limit(1).executeTakeFirst(),
  ]
  return had !== undefined && stated === undefined
}

/** Gives the next entries without a place theirs, in the order in which they were written. Gives how many. */
async function adoptSome(store: Pick<Store, 'db' | 'dialect'>): Promise<number> {
  return transact(store, async (trx) => {
    if (store.dialect === 'postgres') await lockChains(trx, 0)
    const rows = await trx
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', sql<number>`coalesce((select max(seq) from audit_links), 0)`)
      .orderBy('seq')
      .limit(batch)
      .execute()
    if (rows.length === 0) return 0
    const chains = [...new Set(rows.map(({ environment }) => chainOf(environment)))]
    const { links } = linked(rows, await endsOf(trx, chains))
    await trx.insertInto('audit_links').values(links).execute()
    return rows.length
  })
}

/**
 * Entries from before there were chains get their places, once, and the chain of the office says so. Each
 * step is a transaction of its own: whoever is killed in the middle goes on at the next start, and several
 * instances share the work. Whatever is found without a place afterwards was not written by this product.
 */
export async function adoptOldEntries(store: Pick<Store, 'db' | 'dialect'>): Promise<void> {
  if (!(await isOwed(store.db))) return
  while ((await insisting(() => adoptSome(store))) > 0);
  const { entries } = await store.db
    .selectFrom('audit_links')
    .select((of) => of.fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  await makeAuditLog(store, randomBytes(6).toString('hex')).append({
    action: adopted,
    about: null,
    result: 'allowed',
    reason: `rows:${Number(entries)}`,
    doer: null,
    environment: null,
    sourceAddress: null,
    reference: newReference(),
  })
}
