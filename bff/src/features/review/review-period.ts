import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Sees } from '../../records/review-items.ts'

/** A stay of a transaction in review: the one it is in, else the last. */
export interface Stay {
  readonly merchant: string
  readonly ended: boolean
}

/** Null where it never was in review, or where this person may not see that it was. */
export async function stayOf(
  db: Kysely<Schema>,
  { environment, merchants, every }: Sees,
  transaction: string,
): Promise<Stay | null> {
  const row = await db
    .selectFrom('review_items')
    .select(['merchant', 'ended_at', 'concerns'])
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('merchant', 'in', merchants)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || (!every && row.concerns === '')) return null
  return { merchant: row.merchant, ended: row.ended_at !== null }
}
