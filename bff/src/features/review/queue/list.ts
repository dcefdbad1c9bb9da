import type { CaseFilter, CaseList } from '@paydesk/shared/cases/review-cases'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../../platform/http/route.ts'
import {
  buildIndexHintedTableSql,
  combineSqlConditions,
  type SqlCondition,
} from '../../../platform/list-query/conditions.ts'
import type { CursorPosition } from '../../../platform/list-query/cursor.ts'
import {
  buildPageRows,
  type ListCount,
  orderByKeyset,
  presentCappedCount,
  resolveListPage,
  selectKeysetPage,
} from '../../../platform/list-query/page.ts'
import { attachCustomerRids, type RowWithRid } from '../../../records/attach-rids.ts'
import type { HandleStore } from '../../../records/handles.ts'
import { type ReviewCaseRow, resolveReviewScope, selectReviewCases } from '../../../records/review-cases.ts'
import { countCases } from './case-counts.ts'
import {
  buildCaseIndexSql,
  parseReviewQueueOrder,
  type ReviewQueueOrder,
  type ReviewQueueQuery,
  whereCaseMatchesFilter,
  whereCaseVisible,
} from './filters.ts'
import { whereInReviewScope } from './review-figures.ts'

export interface ReviewQueueDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly cipher: FieldCipher
  readonly handles: Pick<HandleStore, 'resolveAll'>
  readonly config: { readonly review: { readonly slaMs: number } }
}

export interface ListedCases extends Pick<CaseList, 'next' | 'count' | 'more' | 'figures' | 'byAmount'> {
  readonly lines: readonly RowWithRid<ReviewCaseRow>[]
  /** Reference time of the first page (ms since 1970), kept for all following pages. */
  readonly now: number
}

type CaseCountDeps = Pick<ReviewQueueDeps, 'store' | 'config'>

/** Creates the query of the queue for this person. */
export function createQueueQuery(
  { actor, scope }: ScopedActor,
  { store, config }: CaseCountDeps,
  now: number,
): ReviewQueueQuery {
  return {
    reviewScope: resolveReviewScope({ actor, scope }),
    person: actor.session,
    dialect: store.dialect,
    slaMs: config.review.slaMs,
    now,
  }
}

/** Counts the cases on the lists of several filters, by the query of the list. */
export async function countCaseList(
  filters: readonly CaseFilter[],
  caller: ScopedActor,
  deps: CaseCountDeps,
): Promise<readonly ListCount[]> {
  const queueQuery = createQueueQuery(caller, deps, Date.now())
  const conditions = filters.map((filter) => whereCaseMatchesFilter(filter, queueQuery))
  const { counts } = await countCases(deps.store.db, queueQuery, conditions)
  return counts.map(presentCappedCount)
}

/**
 * Counts the cases that were open and not snoozed at each of these instants (ms since 1970), and those of them
 * that were overdue then. Only the last snooze of an open case is known; earlier ones count as waiting.
 */
export async function countCasesOverTime(
  ends: readonly number[],
  caller: ScopedActor,
  deps: CaseCountDeps,
): Promise<{ casesWaiting: number[]; casesOverdue: number[] }> {
  const { db, dialect } = deps.store
  const own = whereInReviewScope(resolveReviewScope(caller))
  const count = (
    index: 'queue' | 'ended',
    which: SqlCondition,
    endedAfter: (end: number) => SqlCondition | null,
  ) => {
    const columns = ends.flatMap((end, at) => {
      const wasOpen = combineSqlConditions([sql`since_to <= ${end}`, endedAfter(end)])
      return [
        sql`count(*) filter (where ${wasOpen}) as ${sql.id(`w${at}`)}`,
        sql`count(*) filter (where ${wasOpen} and due_at < ${end}) as ${sql.id(`o${at}`)}`,
      ]
    })
    return sql<Readonly<Record<string, number>>>`select ${sql.join(columns)}
      from ${buildIndexHintedTableSql('review_cases', `review_cases_${index}`, dialect)} where ${own} and ${which}`.execute(
      db,
    )
  }
  // Two statements, each answered by an index alone: the ended cases of these days are few among all.
  const [snoozed, ...parts] = await Promise.all([
    listSnoozes(ends, own, deps),
    count('queue', sql`ended_at is null`, () => null),
    count('ended', sql`ended_at is not null and ended_at > ${ends[0] ?? 0}`, (end) => sql`ended_at > ${end}`),
  ])
  const sum = (name: string) => parts.reduce((all, { rows }) => all + Number(rows[0]?.[name] ?? 0), 0)
  const restingAt = (end: number) =>
    snoozed.filter(({ since, from, until }) => since <= end && from <= end && until > end)
  return {
    casesWaiting: ends.map((end, at) => sum(`w${at}`) - restingAt(end).length),
    casesOverdue: ends.map((end, at) => sum(`o${at}`) - restingAt(end).filter(({ due }) => due < end).length),
  }
}

/** Lists the last snooze of each open case, if it lasts beyond the first of these instants. */
async function listSnoozes(
  ends: readonly number[],
  own: SqlCondition,
  { store: { db, dialect } }: CaseCountDeps,
) {
  interface Snooze {
    readonly since: number
    readonly due: number
    readonly from: number | null
    readonly until: number
  }
  const { rows } = await sql<Snooze>`select since_to as since, due_at as due, snoozed_until as until,
      (select max(n.at) from review_notes as n where n.environment = review_cases.environment
        and n.transaction_id = review_cases.transaction_id and n.what = 'snooze') as "from"
    from ${buildIndexHintedTableSql('review_cases', 'review_cases_queue', dialect)}
    where ${own} and ended_at is null and snoozed_until > ${ends[0] ?? 0}`.execute(db)
  // A case without a note of its snooze is known to be snoozed at the present only.
  const now = ends.at(-1) ?? 0
  return rows.map(({ since, due, from, until }) => ({
    ...{ since: Number(since), due: Number(due), until: Number(until) },
    from: from === null ? now : Math.min(Number(from), now),
  }))
}

/** Selects the `seq` of the cases on one page, in order. */
export function selectCasePage(
  queueQuery: ReviewQueueQuery,
  filter: SqlCondition,
  order: ReviewQueueOrder,
  after: CursorPosition | null,
): RawBuilder<{ seq: number }> {
  const where = [whereCaseVisible(queueQuery), filter]
  return selectKeysetPage(sql`i.seq`, { from: buildCaseIndexSql(queueQuery, 'queue'), where, order, after })
}

/**
 * Loads one page of the review queue within the caller's scope, with the figures of the whole queue. Throws
 * `bad_request` naming the field if the order would reveal a masked value or if `after` is not of this list.
 */
export async function loadCasePage(
  { after, ...filter }: CaseFilter & { after?: string | undefined },
  { actor, scope }: ScopedActor,
  deps: ReviewQueueDeps,
): Promise<ListedCases> {
  const { store, cipher, handles } = deps
  const byAmount = actor.fieldAccess.canSeeAll(['transaction.amount'])
  const order = parseReviewQueueOrder(filter, byAmount)
  const page = resolveListPage({ list: 'review', filter, actor, scope, cipher }, after)
  const { now } = page
  const queueQuery = createQueueQuery({ actor, scope }, deps, now)
  const condition = whereCaseMatchesFilter(filter, queueQuery)
  const [{ counts, figures }, read] = await Promise.all([
    countCases(store.db, queueQuery, [condition]),
    // Read the columns to show for the cases of the page only, after an index has found their `seq`.
    selectReviewCases(store.db, store.dialect)
      .where('i.seq', 'in', sql<number>`(${selectCasePage(queueQuery, condition, order, page.position)})`)
      .orderBy(orderByKeyset(order))
      .execute(),
  ])
  const { rows, next } = buildPageRows(page, read, (last) => ({ value: last[order.column], seq: last.seq }))
  const lines = await attachCustomerRids(rows, scope.environment, handles)
  return { lines, next, ...presentCappedCount(counts[0] ?? 0), figures, byAmount, now }
}
