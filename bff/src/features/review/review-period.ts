import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { ReviewScope } from '../../records/review-cases.ts'

/** Period of a transaction in review: the current one, else the last. */
export interface ReviewPeriod {
  readonly merchant: string
  readonly ended: boolean
}

/** Returns null if the transaction was never in review, or if this person may not see that. */
export async function findReviewPeriod(
  db: Kysely<DatabaseSchema>,
  { environment, merchants, allKinds }: ReviewScope,
  transaction: string,
): Promise<ReviewPeriod | null> {
  const row = await db
    .selectFrom('review_cases')
    .select(['merchant', 'ended_at', 'concerns'])
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('merchant', 'in', merchants)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || (!allKinds && row.concerns === '')) return null
  return { merchant: row.merchant, ended: row.ended_at !== null }
}
