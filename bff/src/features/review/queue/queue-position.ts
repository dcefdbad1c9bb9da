import type { CaseQueuePosition } from '@paydesk/shared/cases/review'
import { sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import {
  findOpenReviewCase,
  isClaimed,
  type ReviewCaseRow,
  type ReviewScope,
} from '../../../records/review-cases.ts'

export interface QueuedCase {
  readonly item: ReviewCaseRow
  readonly position: number
}

export interface QueuePosition {
  /** Null where it is not in the queue. */
  readonly queuedCase: QueuedCase | null
  readonly of: number
}

/** How many items of these merchants wait, and how many of them are older than this one, or as old and first. */
export async function findQueuePosition(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  { environment, merchants }: Pick<ReviewScope, 'environment' | 'merchants'>,
  transaction: string,
): Promise<QueuePosition> {
  if (merchants.length === 0) return { queuedCase: null, of: 0 }
  // Whoever asks for the place learns nothing of the reason, so that it is the same for every kind.
  const item = await findOpenReviewCase(db, { dialect }, { environment, merchants, every: true }, transaction)
  const { since_to, seq } = item ?? { since_to: 0, seq: 0 }
  const counted = await db
    .selectFrom('review_items')
    .select(({ fn }) => [
      fn.countAll<number>().as('of'),
      fn.countAll<number>().filterWhere(sql<boolean>`(since_to, seq) < (${since_to}, ${seq})`).as('before'),
    ])
    .where('environment', '=', environment)
    .where('merchant', 'in', merchants)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { queuedCase: item === undefined ? null : { item, position: counted.before + 1 }, of: counted.of }
}

/** That it waits, since when and where; neither why nor who has it. */
export function presentQueuePosition({ queuedCase, of }: QueuePosition): CaseQueuePosition {
  if (queuedCase === null) return { inQueue: false, position: null, of, since: null, taken: false }
  const { item, position } = queuedCase
  return {
    inQueue: true,
    position,
    of,
    since: new Date(item.since_to).toISOString(),
    // Once it is decided nobody has to take it any more.
    taken: isClaimed(item) || item.decision !== null,
  }
}
