import type { CaseFilter, CaseList } from '@paydesk/shared/cases/review-cases'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../../platform/http/route.ts'
import { type Condition, combineConditions, fromIndex } from '../../../platform/list-query/conditions.ts'
import type { CursorPosition } from '../../../platform/list-query/cursor.ts'
import {
  capCount,
  closePage,
  type ListCount,
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
import { isInReviewScope } from './review-figures.ts'

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

type CaseCountDeps = Pick<ReviewQueueDeps, 'store' | 'config'>

function createQueueQuery(
  { actor, scope }: ScopedActor,
  { store, config }: CaseCountDeps,
  now: number,
): QueueQuery {
  return {
    sees: resolveReviewScope({ actor, scope }),
    person: actor.session,
    dialect: store.dialect,
    levelMs: config.review.levelMs,
    now,
  }
}

/** Counts the cases on the lists of several filters, by the query of the list. */
export async function countCaseList(
  filters: readonly CaseFilter[],
  caller: ScopedActor,
  deps: CaseCountDeps,
): Promise<readonly ListCount[]> {
  const asking = createQueueQuery(caller, deps, Date.now())
  const wanted = filters.map((filter) => matchesReviewFilter(filter, asking))
  const { counts } = await countCases(deps.store.db, asking, wanted)
  return counts.map(capCount)
}

/**
 * Counts the cases that were open at each of these instants (ms since 1970), and those of them that were
 * overdue then. Snoozed cases are included, because nothing tells whether they were snoozed at the time.
 */
export async function loadCaseLines(
  ends: readonly number[],
  caller: ScopedActor,
  deps: CaseCountDeps,
): Promise<{ casesWaiting: number[]; casesOverdue: number[] }> {
  const { db, dialect } = deps.store
  const own = isInReviewScope(resolveReviewScope(caller))
  const count = (
    index: 'queue' | 'ended',
    which: Condition,
    endedAfter: (end: number) => Condition | null,
  ) => {
    const columns = ends.flatMap((end, at) => {
      const wasOpen = combineConditions([sql`since_to <= ${end}`, endedAfter(end)])
      return [
        sql`count(*) filter (where ${wasOpen}) as ${sql.id(`w${at}`)}`,
        sql`count(*) filter (where ${wasOpen} and due_at < ${end}) as ${sql.id(`o${at}`)}`,
      ]
    })
    return sql<Readonly<Record<string, number>>>`select ${sql.join(columns)}
      from ${fromIndex('review_cases', `review_cases_${index}`, dialect)} where ${own} and ${which}`.execute(
      db,
    )
  }
  // Two statements, each answered by an index alone: the ended cases of these days are few among all.
  const parts = await Promise.all([
    count('queue', sql`ended_at is null`, () => null),
    count('ended', sql`ended_at is not null and ended_at > ${ends[0] ?? 0}`, (end) => sql`ended_at > ${end}`),
  ])
  const sum = (name: string) => parts.reduce((all, { rows }) => all + Number(rows[0]?.[name] ?? 0), 0)
  return {
    casesWaiting: ends.map((_, at) => sum(`w${at}`)),
    casesOverdue: ends.map((_, at) => sum(`o${at}`)),
  }
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
  deps: ReviewQueueDeps,
): Promise<ListedCases> {
  const { store, seal, handles } = deps
  const byAmount = actor.fieldAccess.canSeeAll(['transaction.amount'])
  const order = parseReviewOrder(filter, byAmount)
  const page = openPage({ list: 'review', filter, actor, scope, seal }, after)
  const { now } = page
  const asking = createQueueQuery({ actor, scope }, deps, now)
  const wanted = matchesReviewFilter(filter, asking)
  const [{ counts, figures }, read] = await Promise.all([
    countCases(store.db, asking, [wanted]),
    // Read the columns to show for the cases of the page only, after an index has found their `seq`.
    selectReviewCases(store.db, store.dialect)
      .where('i.seq', 'in', sql<number>`(${selectCasePage(asking, wanted, order, page.place)})`)
      .orderBy(orderByKeyset(order))
      .execute(),
  ])
  const { rows, next } = closePage(page, read, (last) => ({ value: last[order.column], seq: last.seq }))
  const lines = await attachRids(rows, scope.environment, handles)
  return { lines, next, ...capCount(counts[0] ?? 0), figures, byAmount, now }
}
