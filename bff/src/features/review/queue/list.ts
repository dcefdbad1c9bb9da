import type { CaseFilter, CaseList } from '@paydesk/shared/cases/review-cases'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../../platform/http/route.ts'
import type { Condition } from '../../../platform/list-query/conditions.ts'
import type { CursorPosition } from '../../../platform/list-query/cursor.ts'
import {
  capCount,
  closePage,
  openPage,
  orderByKeyset,
  selectKeysetPage,
} from '../../../platform/list-query/page.ts'
import { attachRids, type RowWithRid } from '../../../records/attach-rids.ts'
import type { HandleStore } from '../../../records/handles.ts'
import { type ReviewCaseRow, resolveReviewScope, selectReviewCases } from '../../../records/review-cases.ts'
import { countCases } from './case-counts.ts'
import {
  fromCaseIndex,
  isVisibleCase,
  matchesReviewFilter,
  parseReviewOrder,
  type QueueQuery,
  type ReviewOrder,
} from './filters.ts'

export interface ReviewQueueDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly seal: FieldCipher
  readonly handles: Pick<HandleStore, 'resolveAll'>
  readonly config: { readonly review: { readonly levelMs: number } }
}

export interface ListedCases extends Pick<CaseList, 'next' | 'count' | 'more' | 'figures' | 'byAmount'> {
  readonly lines: readonly RowWithRid<ReviewCaseRow>[]
  /** Reference time of the first page (ms since 1970), kept for all following pages. */
  readonly now: number
}

/** Selects the `seq` of the cases on one page, in order. */
export function selectCasePage(
  asking: QueueQuery,
  filter: Condition,
  order: ReviewOrder,
  after: CursorPosition | null,
): RawBuilder<{ seq: number }> {
  const where = [isVisibleCase(asking), filter]
  return selectKeysetPage(sql`i.seq`, { from: fromCaseIndex(asking, 'queue'), where, order, after })
}

/**
 * Loads one page of the review queue within the caller's scope, with the figures of the whole queue. Throws
 * `bad_request` naming the field if the order would reveal a masked value or if `after` is not of this list.
 */
export async function loadCasePage(
  { after, ...filter }: CaseFilter & { after?: string | undefined },
  { actor, scope }: ScopedActor,
  { store, seal, handles, config }: ReviewQueueDeps,
): Promise<ListedCases> {
  const byAmount = actor.fieldAccess.canSeeAll(['transaction.amount'])
  const order = parseReviewOrder(filter, byAmount)
  const page = openPage({ list: 'review', filter, actor, scope, seal }, after)
  const { now } = page
  const asking: QueueQuery = {
    sees: resolveReviewScope({ actor, scope }),
    person: actor.session,
    dialect: store.dialect,
    levelMs: config.review.levelMs,
    now,
  }
  const wanted = matchesReviewFilter(filter, asking)
  const [{ count, figures }, read] = await Promise.all([
    countCases(store.db, asking, wanted),
    // Read the columns to show for the cases of the page only, after an index has found their `seq`.
    selectReviewCases(store.db, store.dialect)
      .where('i.seq', 'in', sql<number>`(${selectCasePage(asking, wanted, order, page.place)})`)
      .orderBy(orderByKeyset(order))
      .execute(),
  ])
  const { rows, next } = closePage(page, read, (last) => ({ value: last[order.column], seq: last.seq }))
  const lines = await attachRids(rows, scope.environment, handles)
  return { lines, next, ...capCount(count), figures, byAmount, now }
}
