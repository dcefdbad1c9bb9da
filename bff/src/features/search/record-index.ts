import { type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'

/** Hits that are listed at most; whoever gets as many types more. */
const maxHits = 10

export interface RecordIndex {
  /** Which of these ids are of transactions that this office knows, within the scope. */
  findTransactions(ids: readonly TransactionId[], scope: Scope): Promise<TransactionId[]>
  /** Transactions that a merchant named so: its own transaction id, or its reference. At most ten each. */
  findByMerchantReference(
    by: 'merchant_transaction_id' | 'reference',
    texts: readonly string[],
    scope: Scope,
  ): Promise<TransactionId[]>
  /** What the index covers within the scope, in words: `4,812 transactions since 12 Mar 2026`. */
  describeCoverage(scope: Scope): Promise<string>
}

/** Counted at most so often, and not beyond this: a million rows are not walked for a word. */
const coverageTtlMs = 60_000
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

/** Finds ids in what this office has noted, by exact match. `zone` is the one in which days are said. */
export function createRecordIndex(store: Store, zone: string, now: () => number = Date.now): RecordIndex {
  const counted = new Map<string, { readonly at: number; readonly words: string }>()

  async function count({ environment, merchants }: Scope): Promise<string> {
    const { db } = store
    const own = db.selectFrom('transactions').where('environment', '=', environment)
    const within = own.where('merchant', 'in', merchants)
    const some = within.select('seq').limit(maxCounted + 1)
    const { count: counted } = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    // The first of each merchant stands at the head of its index.
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
      if (kept !== undefined && now() - kept.at < coverageTtlMs) return kept.words
      const words = await count(scope)
      counted.set(key, { at: now(), words })
      return words
    },
  }
}
