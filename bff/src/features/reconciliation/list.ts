import type { DiscrepancyFigures, DiscrepancyFilter } from '@paydesk/shared/cases/reconciliation'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { type CursorPosition, openCursor, sealCursor } from '../../platform/list-query/cursor.ts'
import { attachRids, type RowWithRid } from '../../records/attach-rids.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { DiscrepancyRow } from '../../records/rules/discrepancies.ts'
import { loadDiscrepancyFigures } from './figures.ts'
import {
  combineDiscrepancyConditions,
  type DiscrepancyCondition,
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

const pageSize = 50
/** Upper bound of exact counts. */
const maxCounted = 10_000

/** Keyset condition for rows after the cursor. Rows without a value in the column are last. */
function isAfterCursor(
  { value, seq }: CursorPosition,
  { column, descending }: DiscrepancyOrder,
): RawBuilder<SqlBool> {
  const at = sql.ref(`i.${column}`)
  const further = descending ? sql`<` : sql`>`
  if (value === null) return sql`(${at} is null and i.seq ${further} ${seq})`
  const there = sql`(${at} ${further} ${value} or (${at} = ${value} and i.seq ${further} ${seq}))`
  // Add a redundant bound: with it the database reads the index from the cursor on.
  return column === 'amount_minor'
    ? sql`(${there} or ${at} is null)`
    : sql`(${there} and ${at} ${further}= ${value})`
}

export interface DiscrepancyPageQuery {
  readonly which: 'open' | 'closed'
  readonly filter: DiscrepancyCondition
  readonly order: DiscrepancyOrder
  readonly after: CursorPosition | null
  readonly limit: number
}

/** Selects the `seq` of the discrepancies on one page, in order; rows without a value are last. */
export function selectDiscrepancyPage(
  sees: DiscrepancyScope,
  { which, filter, order, after, limit }: DiscrepancyPageQuery,
): RawBuilder<{ seq: number }> {
  const { column, descending } = order
  const [at, way] = [sql.ref(`i.${column}`), sql.raw(descending ? 'desc' : 'asc')]
  const from = after === null ? [] : [isAfterCursor(after, order)]
  const last = column === 'amount_minor' ? sql`${at} is null, ` : sql``
  return sql`select i.seq from ${fromDiscrepancyIndex(sees, which)}
    where ${combineDiscrepancyConditions([isVisibleDiscrepancy(sees, which), filter, ...from])}
    order by ${last}${at} ${way}, i.seq ${way} limit ${sql.lit(limit)}`
}

async function countMatching(
  { db }: DiscrepancyListDeps['store'],
  sees: DiscrepancyScope,
  { which, filter }: Pick<DiscrepancyPageQuery, 'which' | 'filter'>,
) {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (
    select 1 as one from ${fromDiscrepancyIndex(sees, which)} where ${combineDiscrepancyConditions([isVisibleDiscrepancy(sees, which), filter])}
    limit ${sql.lit(maxCounted + 1)}) as matching`.execute(db)
  return Number(rows[0]?.n ?? 0)
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
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  { store, seal, handles, config }: DiscrepancyListDeps,
): Promise<ListedDiscrepancies> {
  const byAmount = actor.fieldAccess.canSeeAll(['transaction.amount', 'transaction.currency'])
  const order = parseDiscrepancyOrder(filter, byAmount)
  const bound = { list: 'drift' as const, filter, actor, scope, seal }
  const begun = after === undefined ? { place: null, now: Date.now() } : openCursor(after, bound)
  const sees = getDiscrepancyScope({ actor, scope }, store)
  const which = filter.status === 'closed' ? 'closed' : 'open'
  const wanted = { which, filter: matchesDiscrepancyFilter(filter, begun.now), order } as const
  const count = await countMatching(store, sees, wanted)
  // One extra row tells whether there is a next page.
  const page = selectDiscrepancyPage(sees, { ...wanted, after: begun.place, limit: pageSize + 1 })
  const places = count === 0 ? [] : (await page.execute(store.db)).rows
  const shown = await loadDiscrepancies(
    store.db,
    places.slice(0, pageSize).map(({ seq }) => seq),
  )
  const last = places.length > pageSize ? shown.at(-1)?.row : undefined
  return {
    lines: await resolveDiscrepancyRids(shown, scope.environment, handles),
    next:
      last === undefined ? null : sealCursor({ value: last[order.column], seq: last.seq }, begun.now, bound),
    count: Math.min(count, maxCounted),
    more: count > maxCounted,
    figures: await loadDiscrepancyFigures(store, sees, { byAmount, zone: config.zone }),
    byAmount,
    sees,
  }
}
