import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { SearchCoverage } from '@paydesk/shared/payments/search'
import { LRUCache } from 'lru-cache'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'

/** Hits that are listed; more typed characters narrow the search. */
const maxHits = 10

export interface RecordFinder {
  /** Returns the ids that are transactions in our records, within the scope. */
  findTransactions(ids: readonly TransactionId[], scope: Scope): Promise<TransactionId[]>
  /** Finds transactions by the merchant's own transaction id or reference. At most ten each. */
  findByMerchantReference(
    by: 'merchant_transaction_id' | 'reference',
    texts: readonly string[],
    scope: Scope,
  ): Promise<TransactionId[]>
  /** Counts what our records cover within the scope. */
  countCoverage(scope: Scope): Promise<SearchCoverage>
}

/** TTL (ms), number of scopes, and upper bound of the count: a million rows are not counted for one line. */
const coverageTtlMs = 60_000
const maxCachedScopes = 200
const maxCounted = 100_000

/** Finds ids in our records, by exact match. */
export function createRecordFinder(store: Store): RecordFinder {
  const counted = new LRUCache<string, SearchCoverage>({ max: maxCachedScopes, ttl: coverageTtlMs })

  async function count({ environment, merchants }: Scope): Promise<SearchCoverage> {
    const { db } = store
    const own = db.selectFrom('transactions').where('environment', '=', environment)
    const within = own.where('merchant', 'in', merchants)
    const some = within.select('seq').limit(maxCounted + 1)
    const { count: found } = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    // The first row of each merchant is at the head of its index.
    const firsts = await Promise.all(
      merchants.map((merchant) =>
        own
          .where('merchant', '=', merchant)
          .select('first_seen')
          .orderBy('first_seen')
          .limit(1)
          .executeTakeFirst(),
      ),
    )
    const since = firsts.flatMap((row) => (row === undefined ? [] : [row.first_seen]))
    return {
      count: Math.min(Number(found), maxCounted),
      hasMore: Number(found) > maxCounted,
      since: since.length === 0 ? null : new Date(Math.min(...since)).toISOString(),
    }
  }

  const idsOf = (rows: readonly { readonly id: string }[]) =>
    rows.flatMap(({ id }) => transactionIdSchema.safeParse(id).data ?? [])

  return {
    async findTransactions(ids, { environment, merchants }) {
      if (ids.length === 0) return []
      const rows = await store.db
        .selectFrom('transactions')
        .select('id')
        .where('environment', '=', environment)
        .where('id', 'in', ids)
        .where('merchant', 'in', merchants)
        .limit(maxHits)
        .execute()
      return idsOf(rows)
    },
    async findByMerchantReference(by, texts, { environment, merchants }) {
      if (texts.length === 0) return []
      const rows = await store.db
        .selectFrom('transactions')
        .select('id')
        .where('environment', '=', environment)
        .where('merchant', 'in', merchants)
        .where(by, 'in', texts)
        .orderBy('changed_at', 'desc')
        .orderBy('id')
        .limit(maxHits)
        .execute()
      return idsOf(rows)
    },
    async countCoverage(scope) {
      const key = JSON.stringify([scope.environment, scope.merchants])
      const kept = counted.get(key)
      if (kept !== undefined) return kept
      const coverage = await count(scope)
      counted.set(key, coverage)
      return coverage
    },
  }
}
