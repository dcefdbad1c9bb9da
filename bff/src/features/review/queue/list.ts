import type { CaseFilter, CaseList } from '@paydesk/shared/cases/review'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../../platform/http/route.ts'
import { type CursorPosition, openCursor, sealCursor } from '../../../platform/list-query/cursor.ts'
import { attachRids, type RowWithRid } from '../../../records/attach-rids.ts'
import type { HandleStore } from '../../../records/handles.ts'
import { type ReviewCaseRow, resolveReviewScope, selectReviewCases } from '../../../records/review-cases.ts'
import { countCases } from './case-counts.ts'
import {
  combineCaseConditions,
  fromQueueIndex,
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
  /** ms since 1970: what the first page reckoned from. */
  readonly now: number
}

const pageSize = 50
/** Rows are counted exactly up to here. */
const maxCounted = 10_000

/** What comes behind a place in the order; rows without a value there are the last. */
function isAfterCursor(
  { value, seq }: CursorPosition,
  { column, descending }: ReviewOrder,
): RawBuilder<SqlBool> {
  const at = sql.ref(`i.${column}`)
  const further = descending ? sql`<` : sql`>`
  if (value === null) return sql`(${at} is null and i.seq ${further} ${seq})`
  return sql`(${at} ${further} ${value} or (${at} = ${value} and i.seq ${further} ${seq}) or ${at} is null)`
}

interface CasePageQuery {
  readonly filter: RawBuilder<SqlBool>
  readonly order: ReviewOrder
  readonly after: CursorPosition | null
  readonly limit: number
}

/** In this order, by number where values are equal; rows without a value are the last. */
function orderByColumn({ column, descending }: ReviewOrder): RawBuilder<unknown> {
  const [at, way] = [sql.ref(`i.${column}`), sql.raw(descending ? 'desc' : 'asc')]
  const last = column === 'since_to' ? sql`` : sql`${at} is null, `
  return sql`${last}${at} ${way}, i.seq ${way}`
}

/** The statement that finds a page: numbers of items in order. */
export function selectCasePage(asking: QueueQuery, page: CasePageQuery): RawBuilder<{ seq: number }> {
  const from = page.after === null ? [] : [isAfterCursor(page.after, page.order)]
  return sql`select i.seq from ${fromQueueIndex(asking)}
    where ${combineCaseConditions([isVisibleCase(asking), page.filter, ...from])}
    order by ${orderByColumn(page.order)} limit ${page.limit}`
}

/** Found by their numbers along the index: what is shown of an item is read of these few only. */
function readCases(
  { db, dialect }: ReviewQueueDeps['store'],
  asking: QueueQuery,
  page: CasePageQuery,
): Promise<ReviewCaseRow[]> {
  return selectReviewCases(db, dialect)
    .where('i.seq', 'in', sql<number>`(${selectCasePage(asking, page)})`)
    .orderBy(orderByColumn(page.order))
    .execute()
}

/**
 * One page of the queue as far as this person may see it, with the figures of all of it. Throws
 * `bad_request` naming the member where the order tells what the role's mask hides, or where `after` is not
 * of this list.
 */
export async function loadCasePage(
  { after, ...filter }: CaseFilter & { after?: string | undefined },
  { actor, scope }: { actor: Actor; scope: Scope },
  { store, seal, handles, config }: ReviewQueueDeps,
): Promise<ListedCases> {
  const byAmount = actor.fieldAccess.canSeeAll(['transaction.amount'])
  const order = parseReviewOrder(filter, byAmount)
  const bound = { list: 'review' as const, filter, actor, scope, seal }
  const begun = after === undefined ? { place: null, now: Date.now() } : openCursor(after, bound)
  const asking: QueueQuery = {
    sees: resolveReviewScope({ actor, scope }),
    person: actor.session,
    dialect: store.dialect,
    levelMs: config.review.levelMs,
    now: begun.now,
  }
  const wanted = matchesReviewFilter(filter, asking)
  // One row more tells whether there is another page.
  const page = { filter: wanted, order, after: begun.place, limit: pageSize + 1 }
  const [{ count, figures }, read] = await Promise.all([
    countCases(store.db, asking, wanted),
    readCases(store, asking, page),
  ])
  const rows = read.slice(0, pageSize)
  const last = read.length > pageSize ? rows.at(-1) : undefined
  return {
    lines: await attachRids(rows, scope.environment, handles),
    next:
      last === undefined ? null : sealCursor({ value: last[order.column], seq: last.seq }, begun.now, bound),
    count: Math.min(count, maxCounted),
    more: count > maxCounted,
    figures,
    byAmount,
    now: begun.now,
  }
}
