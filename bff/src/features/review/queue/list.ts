import type { CaseFilter, CaseList } from '@paydesk/shared/cases/review-cases'
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
  /** Reference time of the first page (ms since 1970), kept for all following pages. */
  readonly now: number
}

const pageSize = 50
/** Upper bound of exact counts. */
const maxCounted = 10_000

/** Keyset condition for rows after the cursor. Rows without a value in the column are last. */
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

/** Sorts by the column, then by `seq`. Rows without a value are last. */
function orderByColumn({ column, descending }: ReviewOrder): RawBuilder<unknown> {
  const [at, way] = [sql.ref(`i.${column}`), sql.raw(descending ? 'desc' : 'asc')]
  const last = column === 'since_to' ? sql`` : sql`${at} is null, `
  return sql`${last}${at} ${way}, i.seq ${way}`
}

/** Selects the `seq` of the cases on one page, in order. */
export function selectCasePage(asking: QueueQuery, page: CasePageQuery): RawBuilder<{ seq: number }> {
  const from = page.after === null ? [] : [isAfterCursor(page.after, page.order)]
  return sql`select i.seq from ${fromQueueIndex(asking)}
    where ${combineCaseConditions([isVisibleCase(asking), page.filter, ...from])}
    order by ${orderByColumn(page.order)} limit ${page.limit}`
}

/** Reads the columns to show for the cases of the page only, after an index has found their `seq`. */
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
 * Loads one page of the review queue within the caller's scope, with the figures of the whole queue. Throws
 * `bad_request` naming the field if the order would reveal a masked value or if `after` is not of this list.
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
  // One extra row tells whether there is a next page.
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
