import type { DiscrepancyFigures, DiscrepancyFilter } from '@paydesk/shared/cases/reconciliation'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { type Condition, combineConditions } from '../../platform/list-query/conditions.ts'
import type { CursorPosition } from '../../platform/list-query/cursor.ts'
import {
  capCount,
  closePage,
  countRows,
  maxCounted,
  openPage,
  selectKeysetPage,
} from '../../platform/list-query/page.ts'
import { attachRids, type RowWithRid } from '../../records/attach-rids.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { DiscrepancyRow } from '../../records/rules/discrepancies.ts'
import { loadDiscrepancyFigures } from './figures.ts'
import {
  type DiscrepancyOrder,
  type DiscrepancyScope,
  fromDiscrepancyIndex,
  getDiscrepancyScope,
  isVisibleDiscrepancy,
  matchesDiscrepancyFilter,
  parseDiscrepancyOrder,
} from './filters.ts'
import { type ExplainedDiscrepancy, loadDiscrepancies } from './rows.ts'

export interface DiscrepancyListDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly seal: FieldCipher
  readonly handles: Pick<HandleStore, 'resolveAll'>
  readonly config: { readonly zone: string }
}

/** Discrepancy for display, with its explanations and the RID of its customer. */
export type DiscrepancyLine = RowWithRid<DiscrepancyRow> & Pick<ExplainedDiscrepancy, 'explanations'>

export interface ListedDiscrepancies {
  readonly lines: readonly DiscrepancyLine[]
  readonly next: string | null
  readonly count: number
  readonly more: boolean
  readonly figures: DiscrepancyFigures
  readonly byAmount: boolean
  readonly sees: DiscrepancyScope
}

/** Selects the positions of the discrepancies on one page, in order; rows without a value are last. */
export function selectDiscrepancyPage(
  sees: DiscrepancyScope,
  which: 'open' | 'closed',
  filter: Condition,
  order: DiscrepancyOrder,
  after: CursorPosition | null,
): RawBuilder<CursorPosition> {
  const [from, where] = [fromDiscrepancyIndex(sees, which), [isVisibleDiscrepancy(sees, which), filter]]
  return selectKeysetPage(sql`i.seq, ${sql.ref(`i.${order.column}`)} as value`, { from, where, order, after })
}

/** Adds the RIDs of the customers to discrepancies. */
export async function resolveDiscrepancyRids(
  explained: readonly ExplainedDiscrepancy[],
  environment: string,
  handles: Pick<HandleStore, 'resolveAll'>,
): Promise<DiscrepancyLine[]> {
  const named = await attachRids(
    explained.map(({ row }) => row),
    environment,
    handles,
  )
  return named.map((one, at) => ({ ...one, explanations: explained[at]?.explanations ?? [] }))
}

/**
 * Loads one page of the discrepancies this person may see, with the figures of all of them. Throws
 * `bad_request` naming the field if the order would reveal a masked value or if `after` is not of this list.
 */
export async function loadDiscrepancyPage(
  { after, ...filter }: DiscrepancyFilter & { after?: string | undefined },
  { actor, scope }: ScopedActor,
  { store, seal, handles, config }: DiscrepancyListDeps,
): Promise<ListedDiscrepancies> {
  const byAmount = actor.fieldAccess.canSeeAll(['transaction.amount', 'transaction.currency'])
  const order = parseDiscrepancyOrder(filter, byAmount)
  const page = openPage({ list: 'discrepancies', filter, actor, scope, seal }, after)
  const sees = getDiscrepancyScope({ actor, scope }, store)
  const which = filter.status === 'closed' ? 'closed' : 'open'
  const wanted = matchesDiscrepancyFilter(filter, page.now)
  const count = await countRows(
    sql`select 1 as one from ${fromDiscrepancyIndex(sees, which)}
      where ${combineConditions([isVisibleDiscrepancy(sees, which), wanted])} limit ${sql.lit(maxCounted + 1)}`,
    store,
  )
  const select = selectDiscrepancyPage(sees, which, wanted, order, page.place)
  const { rows: places, next } = closePage(
    page,
    count === 0 ? [] : (await select.execute(store.db)).rows,
    (last) => last,
  )
  const shown = await loadDiscrepancies(
    store.db,
    places.map(({ seq }) => seq),
  )
  return {
    lines: await resolveDiscrepancyRids(shown, scope.environment, handles),
    next,
    ...capCount(count),
    figures: await loadDiscrepancyFigures(store, sees, { byAmount, zone: config.zone }),
    byAmount,
    sees,
  }
}
