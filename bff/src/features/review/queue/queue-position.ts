import type { ReviewPlace } from '@paydesk/shared/work/review'
import { sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import { type ItemRow, isOwned, openItem, type Sees } from '../../../records/review-items.ts'

export interface Placed {
  readonly item: ItemRow
  readonly position: number
}

export interface Place {
  /** Null where it is not in the queue. */
  readonly placed: Placed | null
  readonly of: number
}

/** How many items of these merchants wait, and how many of them are older than this one, or as old and first. */
export async function placeOf(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  { environment, merchants }: Pick<Sees, 'environment' | 'merchants'>,
  transaction: string,
): Promise<Place> {
  if (merchants.length === 0) return { placed: null, of: 0 }
  // Whoever asks for the place learns nothing of the reason, so that it is the same for every kind.
  const item = await openItem(db, { dialect }, { environment, merchants, every: true }, transaction)
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
  return { placed: item === undefined ? null : { item, position: counted.before + 1 }, of: counted.of }
}

/** That it waits, since when and where; neither why nor who has it. */
export function presentPlace({ placed, of }: Place): ReviewPlace {
  if (placed === null) return { inQueue: false, position: null, of, since: null, taken: false }
  const { item, position } = placed
  return {
    inQueue: true,
    position,
    of,
    since: new Date(item.since_to).toISOString(),
    // Once it is decided nobody has to take it any more.
    taken: isOwned(item) || item.decision !== null,
  }
}
