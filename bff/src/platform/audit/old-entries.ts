import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../database/database.ts'
import type { DatabaseSchema } from '../database/schema/schema.ts'
import { withTransaction } from '../database/transaction.ts'
import { generateReference } from '../runtime/reference.ts'
import { createAuditLog } from './audit-log.ts'
import { toChainName } from './canonical.ts'
import { linkRows, loadChainEnds, lockChains, retryOnUniqueViolation } from './chain-links.ts'

/** Entries that get their places in one transaction. */
const batchSize = 1_000

const adoptionAction = 'trail.adopted'

async function isAdoptionDue(db: Kysely<DatabaseSchema>): Promise<boolean> {
  const [had, stated] = [
    await db.selectFrom('audit_adoption').select('entries').executeTakeFirst(),
    await db
      .selectFrom('audit')
      .select('seq')
      .where('action', '=', adoptionAction)
      .limit(1)
      .executeTakeFirst(),
  ]
  return had !== undefined && stated === undefined
}

/** Gives the next entries without a place theirs, in the order in which they were written. Gives how many. */
async function adoptBatch(store: Pick<Store, 'db' | 'dialect'>): Promise<number> {
  return withTransaction(store, async (trx) => {
    if (store.dialect === 'postgres') await lockChains(trx, 0)
    const rows = await trx
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', sql<number>`coalesce((select max(seq) from audit_links), 0)`)
      .orderBy('seq')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return 0
    const chains = [...new Set(rows.map(({ environment }) => toChainName(environment)))]
    const { links } = linkRows(rows, await loadChainEnds(trx, chains))
    await trx.insertInto('audit_links').values(links).execute()
    return rows.length
  })
}

/**
 * Entries from before there were chains get their places, once, and the chain of the office says so. Each
 * step is a transaction of its own: whoever is killed in the middle goes on at the next start, and several
 * instances share the work. Whatever is found without a place afterwards was not written by this product.
 */
export async function addOldEntriesToChains(store: Pick<Store, 'db' | 'dialect'>): Promise<void> {
  if (!(await isAdoptionDue(store.db))) return
  while ((await retryOnUniqueViolation(() => adoptBatch(store))) > 0);
  const { entries } = await store.db
    .selectFrom('audit_links')
    .select((of) => of.fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  await createAuditLog(store, randomBytes(6).toString('hex')).append({
    action: adoptionAction,
    about: null,
    result: 'allowed',
    reason: `rows:${Number(entries)}`,
    actor: null,
    environment: null,
    sourceAddress: null,
    reference: generateReference(),
  })
}
