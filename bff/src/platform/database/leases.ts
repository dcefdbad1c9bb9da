import { type Kysely, sql, type Transaction } from 'kysely'
import { getDatabaseClock } from './clock.ts'
import type { Store } from './database.ts'
import type { DatabaseSchema } from './schema/schema.ts'

/** Right to work that only one instance may do. `term` rises with every acquisition by any holder. */
export interface Lease {
  readonly name: string
  readonly holder: string
  readonly term: number
}

export interface LeaseStore {
  /** Acquires a free or expired lease for `ms` by the database clock; null if the lease is held. */
  acquire(name: string, holder: string, ms: number): Promise<Lease | null>
  /** Extends the lease; false if another holder acquired the lease meanwhile. */
  renew(lease: Lease, ms: number): Promise<boolean>
  /** Frees the lease before it expires. */
  release(lease: Lease): Promise<void>
  /**
   * Call inside a transaction that writes under the lease. True if the lease is still held; nobody else can
   * then acquire the lease before this transaction ends. Fences off a former holder that wakes up late.
   */
  isStillHeld(trx: Transaction<DatabaseSchema>, lease: Lease): Promise<boolean>
  /** Lists the leases that are held now, with their holders, ordered by name. */
  listHeld(): Promise<{ readonly name: string; readonly holder: string }[]>
}

/** Thrown if another instance holds the lease now; nothing of the work under it was written. */
export class LeaseLostError extends Error {}

/**
 * Creates the store of the leases in the database. Counts by the database clock, so that the clocks of the instances
 * may differ.
 */
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
      // Skip the row lock on the embedded database, which has a single writer.
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
