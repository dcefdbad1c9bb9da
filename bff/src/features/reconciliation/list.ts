import type { DiscrepancyFigures, DiscrepancyFilter } from '@paydesk/shared/cases/reconciliation'
import type { CustomerHandle } from '@paydesk/shared/core/ids'
import { type RawBuilder, sql } from 'kysely'
import type { FilteredByCustomer } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { combineSqlConditions, type SqlCondition } from '../../platform/list-query/conditions.ts'
import type { CursorPosition } from '../../platform/list-query/cursor.ts'
import {
  buildPageRows,
  countRows,
  type ListCount,
  maxCountedRows,
  presentCappedCount,
  resolveListPage,
  selectKeysetPage,
} from '../../platform/list-query/page.ts'
import { attachCustomerRids, type RowWithRid } from '../../records/attach-rids.ts'
import { resolveOptionalCustomer } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { loadDiscrepancyFigures } from './figures.ts'
import {
  buildDiscrepancyIndexSql,
  type DiscrepancyOrder,
  type DiscrepancyScope,
  getDiscrepancyScope,
  isExactSum,
  parseDiscrepancyOrder,
  summableAmountSql,
  whereDiscrepancyMatchesFilter,
  whereDiscrepancyVisible,
} from './filters.ts'
import { type ExplainedDiscrepancy, type ListedDiscrepancyRow, loadDiscrepancies } from './rows.ts'

export interface DiscrepancyListDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly cipher: FieldCipher
  readonly handles: HandleStore
  readonly config: { readonly zone: string }
}

/** Discrepancy for display, with its explanations and the RID of its customer. */
export type DiscrepancyForDisplay = RowWithRid<ListedDiscrepancyRow> &
  Pick<ExplainedDiscrepancy, 'explanations'>

export interface ListedDiscrepancies extends FilteredByCustomer {
  readonly lines: readonly DiscrepancyForDisplay[]
  readonly next: string | null
  readonly count: number
  readonly more: boolean
  readonly figures: DiscrepancyFigures
  readonly byAmount: boolean
  readonly discrepancyScope: DiscrepancyScope
}

/** Selects the positions of the discrepancies on one page, in order; rows without a value are last. */
export function selectDiscrepancyPage(
  discrepancyScope: DiscrepancyScope,
  which: 'open' | 'closed',
  filter: SqlCondition,
  order: DiscrepancyOrder,
  after: CursorPosition | null,
): RawBuilder<CursorPosition> {
  const [from, where] = [
    buildDiscrepancyIndexSql(discrepancyScope, which),
    [whereDiscrepancyVisible(discrepancyScope, which), filter],
  ]
  return selectKeysetPage(sql`i.seq, ${sql.ref(`i.${order.column}`)} as value`, { from, where, order, after })
}

/** Builds the rows of the list of a filter, all its pages. */
function fromListedDiscrepancies(discrepancyScope: DiscrepancyScope, filter: DiscrepancyFilter, now: number) {
  const which = filter.status === 'closed' ? 'closed' : 'open'
  const matches = [
    whereDiscrepancyVisible(discrepancyScope, which),
    whereDiscrepancyMatchesFilter(filter, now),
  ]
  return sql`${buildDiscrepancyIndexSql(discrepancyScope, which)} where ${combineSqlConditions(matches)}`
}

async function countDiscrepancyRows(
  discrepancyScope: DiscrepancyScope,
  filter: DiscrepancyFilter,
  now: number,
  store: DiscrepancyListDeps['store'],
): Promise<ListCount> {
  const rows = fromListedDiscrepancies(discrepancyScope, filter, now)
  return presentCappedCount(
    await countRows(sql`select 1 as one from ${rows} limit ${sql.lit(maxCountedRows + 1)}`, store),
  )
}

/** Counts the open discrepancies of a customer, as the list that is filtered by the customer has them. */
export function countCustomerDiscrepancies(
  customer: CustomerHandle,
  caller: ScopedActor,
  { store }: Pick<DiscrepancyListDeps, 'store'>,
): Promise<ListCount> {
  const discrepancyScope = { ...getDiscrepancyScope(caller, store), customer }
  return countDiscrepancyRows(discrepancyScope, {}, Date.now(), store)
}

/** Counts the discrepancies on the list of a filter, with their amounts if this person sees amounts in full. */
export async function countDiscrepancyList(
  filter: DiscrepancyFilter,
  caller: ScopedActor,
  { store }: Pick<DiscrepancyListDeps, 'store'>,
): Promise<ListCount & { readonly amounts: { currency: string; minor: number }[] | null }> {
  const { customer } = filter
  const [discrepancyScope, now] = [{ ...getDiscrepancyScope(caller, store), customer }, Date.now()]
  const rows = fromListedDiscrepancies(discrepancyScope, filter, now)
  const count = await countDiscrepancyRows(discrepancyScope, filter, now, store)
  if (!canSeeAmounts(caller) || count.more) return { ...count, amounts: null }
  const { rows: sums } = await sql<{ currency: string; minor: number | null }>`
    select i.currency, sum(${summableAmountSql}) as minor from ${rows}
      and i.currency is not null and i.amount_minor is not null group by i.currency order by i.currency`.execute(
    store.db,
  )
  return {
    ...count,
    amounts: sums
      .map(({ currency, minor }) => ({ currency, minor: Number(minor) }))
      .filter(({ minor }) => isExactSum(minor)),
  }
}

/** Counts the discrepancies that were open and not explained at each of these instants (ms since 1970). */
export async function countDiscrepanciesOverTime(
  ends: readonly number[],
  caller: ScopedActor,
  { store }: Pick<DiscrepancyListDeps, 'store'>,
): Promise<number[]> {
  const discrepancyScope = getDiscrepancyScope(caller, store)
  const count = (which: 'open' | 'closed', since: SqlCondition | null) => {
    const columns = ends.map((end, at) => {
      const wasOpen = combineSqlConditions([
        sql`i.opened_to <= ${end}`,
        which === 'open' ? null : sql`i.closed_at > ${end}`,
        sql`(x.at is null or x.at > ${end})`,
      ])
      return sql`count(*) filter (where ${wasOpen}) as ${sql.id(`n${at}`)}`
    })
    return sql<
      Readonly<Record<string, number>>
    >`select ${sql.join(columns)} from ${buildDiscrepancyIndexSql(discrepancyScope, which)}
      left join discrepancy_explanations as x on x.item = i.id and x.nth = 1
      where ${combineSqlConditions([whereDiscrepancyVisible(discrepancyScope, which), since])}`.execute(
      store.db,
    )
  }
  const parts = await Promise.all([count('open', null), count('closed', sql`i.closed_at > ${ends[0] ?? 0}`)])
  return ends.map((_, at) => parts.reduce((all, { rows }) => all + Number(rows[0]?.[`n${at}`] ?? 0), 0))
}

const canSeeAmounts = ({ actor }: ScopedActor) =>
  actor.fieldAccess.canSeeAll(['transaction.amount', 'transaction.currency'])

/** Adds the RIDs of the customers to discrepancies. */
export async function attachDiscrepancyCustomerRids(
  explained: readonly ExplainedDiscrepancy[],
  environment: string,
  handles: Pick<HandleStore, 'resolveAll'>,
): Promise<DiscrepancyForDisplay[]> {
  const named = await attachCustomerRids(
    explained.map(({ row }) => row),
    environment,
    handles,
  )
  return named.map((one, at) => ({ ...one, explanations: explained[at]?.explanations ?? [] }))
}

/**
 * Loads one page of the discrepancies this person may see, with the figures of all of them. Throws
 * `bad_request` naming the field if the order would reveal a masked value or if `after` is not of this list, and
 * `not_found` for a customer outside the scope.
 */
export async function loadDiscrepancyPage(
  { after, ...filter }: DiscrepancyFilter & { after?: string | undefined },
  { actor, scope }: ScopedActor,
  { store, cipher, handles, config }: DiscrepancyListDeps,
): Promise<ListedDiscrepancies> {
  const byAmount = canSeeAmounts({ actor, scope })
  const order = parseDiscrepancyOrder(filter, byAmount)
  const page = resolveListPage({ list: 'discrepancies', filter, actor, scope, cipher }, after)
  const { customer } = filter
  const filterCustomer = await resolveOptionalCustomer(customer, scope, handles)
  const discrepancyScope = { ...getDiscrepancyScope({ actor, scope }, store), customer }
  const which = filter.status === 'closed' ? 'closed' : 'open'
  const condition = whereDiscrepancyMatchesFilter(filter, page.now)
  const { count, more } = await countDiscrepancyRows(discrepancyScope, filter, page.now, store)
  const select = selectDiscrepancyPage(discrepancyScope, which, condition, order, page.position)
  const { rows: places, next } = buildPageRows(
    page,
    count === 0 ? [] : (await select.execute(store.db)).rows,
    (last) => last,
  )
  const explainedDiscrepancies = await loadDiscrepancies(
    store.db,
    places.map(({ seq }) => seq),
  )
  return {
    lines: await attachDiscrepancyCustomerRids(explainedDiscrepancies, scope.environment, handles),
    next,
    ...{ count, more },
    figures: await loadDiscrepancyFigures(store, discrepancyScope, { byAmount, zone: config.zone }),
    byAmount,
    discrepancyScope,
    filterCustomer,
  }
}
