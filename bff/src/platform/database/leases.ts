import { type Kysely, sql, type Transaction } from 'kysely'
import { getDatabaseClock } from './clock.ts'
import type { Store } from './database.ts'
import type { DatabaseSchema } from './schema/schema.ts'

/** What one instance at a time may do. The term rises whenever somebody else, or the same again, takes it. */
export interface Lease {
  readonly name: string
  readonly holder: string
  readonly term: number
}

export interface LeaseStore {
  /** Takes a lease that is free or whose time is up, for `ms` by the database's clock; null where another holds it. */
  acquire(name: string, holder: string, ms: number): Promise<Lease | null>
  /** Prolongs it; false where somebody else took it meanwhile. */
  renew(lease: Lease, ms: number): Promise<boolean>
  /** Gives it back at once. */
  release(lease: Lease): Promise<void>
  /**
   * Inside a transaction that writes in the lease's name: true where it is still held, and then nobody
   * takes it before this transaction ends. A former holder that wakes up late is stopped by it.
   */
  isStillHeld(trx: Transaction<DatabaseSchema>, lease: Lease): Promise<boolean>
  /** Which leases are held now, and by whom, in order of their names. */
  listHeld(): Promise<{ readonly name: string; readonly holder: string }[]>
}

export function createLeaseStore(store: Pick<Store, 'db' | 'dialect'>): LeaseStore {
  const now = getDatabaseClock(store.dialect)
  const own = (db: Kysely<DatabaseSchema>, { name, holder, term }: Lease) =>
    db.updateTable('leases').where('name', '=', name).where('holder', '=', holder).where('term', '=', term)

  return {
    async acquire(name, holder, ms) {
      const until = sql<number>`${now} + ${sql.lit(ms)}`
      const row = await store.db
        .insertInto('leases')
        .values({ name, holder, term: 1, until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, term: sql<number>`leases.term + 1`, until })
            .where('leases.until', '<=', now),
        )
        .returning('term')
        .executeTakeFirst()
      return row === undefined ? null : { name, holder, term: row.term }
    },
    async renew(lease, ms) {
      const { numUpdatedRows } = await own(store.db, lease)
        .set({ until: sql<number>`${now} + ${sql.lit(ms)}` })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async release(lease) {
      await own(store.db, lease).set({ until: 0 }).execute()
    },
    async isStillHeld(trx, { name, holder, term }) {
      const asked = trx
        .selectFrom('leases')
        .select('name')
        .where('name', '=', name)
        .where('holder', '=', holder)
        .where('term', '=', term)
      // The embedded database has one writer anyway.
      const row = await (store.dialect === 'postgres' ? asked.forShare() : asked).executeTakeFirst()
      return row !== undefined
    },
    listHeld: () =>
      store.db
        .selectFrom('leases')
        .select(['name', 'holder'])
        .where('until', '>', now)
        .orderBy('name')
        .execute(),
  }
}
