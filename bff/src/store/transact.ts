import type { Transaction } from 'kysely'
import type { Store } from './database.ts'
import type { Schema } from './schema.ts'

/** PostgreSQL: two transactions got into each other's way (serialisation failure, deadlock), and this one gave in. */
const inTheWay = new Set(['40001', '40P01'])

function gaveIn(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && inTheWay.has(String(thrown.code))
}

/**
 * Runs work in one transaction, and again, up to three times in all, where it had to give in to another.
 * The work must not keep anything of a run that failed. Rejects with what the last run threw.
 */
export async function transact<T>(
  store: Pick<Store, 'db'>,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await store.db.transaction().execute(work)
    } catch (thrown) {
      if (run === 3 || !gaveIn(thrown)) throw thrown
    }
  }
}
