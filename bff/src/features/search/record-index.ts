import { type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import { LRUCache } from 'lru-cache'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'

/** Hits that are listed; more typed characters narrow the search. */
const maxHits = 10

export interface RecordIndex {
  /** Returns the ids that are transactions in our records, within the scope. */
  findTransactions(ids: readonly TransactionId[], scope: Scope): Promise<TransactionId[]>
  /** Finds transactions by the merchant's own transaction id or reference. At most ten each. */
  findByMerchantReference(
    by: 'merchant_transaction_id' | 'reference',
    texts: readonly string[],
    scope: Scope,
  ): Promise<TransactionId[]>
  /** Describes what our records cover within the scope: `4,812 transactions since 12 Mar 2026`. */
  describeCoverage(scope: Scope): Promise<string>
}

/** TTL (ms), number of scopes, and upper bound of the count: a million rows are not counted for one word. */
const coverageTtlMs = 60_000
const maxCachedScopes = 200
const maxCounted = 100_000

function formatCoverage(count: number, since: number | null, zone: string): string {
  if (count === 0 || since === null) return 'covers no transactions yet'
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(since)
  const least = Math.min(count, maxCounted).toLocaleString('en')
  const many = count > maxCounted ? `more than ${least}` : least
  return `covers ${many} transaction${count === 1 ? '' : 's'} since ${day}`
}

/** Finds ids in our records, by exact match. `zone`: time zone of the days in texts. */
export function createRecordIndex(store: Store, zone: string): RecordIndex {
  const counted = new LRUCache<string, string>({ max: maxCachedScopes, ttl: coverageTtlMs })

  async function count({ environment, merchants }: Scope): Promise<string> {
    const { db } = store
    const own = db.selectFrom('transactions').where('environment', '=', environment)
    const within = own.where('merchant', 'in', merchants)
    const some = within.select('seq').limit(maxCounted + 1)
    const { count: counted } = await db
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
    return formatCoverage(Number(counted), since.length === 0 ? null : Math.min(...since), zone)
  }

  const idsOf = (rows: readonly { readonly id: string }[]) =>
    rows.flatMap(({ id }) => transactionId.safeParse(id).data ?? [])

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
    async describeCoverage(scope) {
      const key = JSON.stringify([scope.environment, scope.merchants])
      const kept = counted.get(key)
      if (kept !== undefined) return kept
      const words = await count(scope)
      counted.set(key, words)
      return words
    },
  }
}
