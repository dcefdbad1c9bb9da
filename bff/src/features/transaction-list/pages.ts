import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import {
  combineSqlConditions,
  type NumberRange,
  type SqlCondition,
  whereColumnInRange,
} from '../../platform/list-query/conditions.ts'
import type { CursorPosition } from '../../platform/list-query/cursor.ts'
import type { IndexAccessPath } from './access-paths.ts'
import { buildTransactionConditions, joinConditionSql, type TransactionCondition } from './conditions.ts'
import { firstSeenFortnightSql, transactionOrders } from './indexes.ts'
import type { ResolvedTransactionFilter } from './resolve-filter.ts'
import {
  buildIndexScanSql,
  buildRowSelectSql,
  buildSortedScanSql,
  buildTransactionIndexSql,
  type DatabaseIndexScan,
} from './statements.ts'

type Table = Selectable<DatabaseSchema['transactions']>

/** Columns of a row in the list. */
export type ListedTransactionRow = Pick<
  Table,
  | 'seq'
  | 'id'
  | 'merchant'
  | 'customer'
  | 'merchant_transaction_id'
  | 'reference'
  | 'workflow'
  | 'state'
  | 'compound'
  | 'review'
  | 'test'
  | 'amount_minor'
  | 'currency'
  | 'amount_source'
  | 'amount_text'
  | 'currency_text'
  | 'expires_at'
  | 'first_seen'
  | 'first_source'
  | 'changed_from'
  | 'changed_at'
  | 'read_at'
  | 'version'
  | 'finality'
>

export interface TransactionPageOptions {
  readonly after: CursorPosition | null
  readonly limit: number
  /** Shortest access path; null if its rows are too many to be sorted. */
  readonly accessPath: IndexAccessPath | null
}

/** Returns the keyset position of a row in an order. */
export function getTransactionCursorPosition(
  row: ListedTransactionRow,
  { order }: ResolvedTransactionFilter,
): CursorPosition {
  return { value: row[transactionOrders[order]], seq: row.seq }
}

async function loadRows(
  places: ReturnType<typeof buildIndexScanSql>,
  resolvedTransactionFilter: ResolvedTransactionFilter,
  limit: number,
  store: Store,
) {
  const { rows } =
    await sql<ListedTransactionRow>`${buildRowSelectSql(places, { down: resolvedTransactionFilter.down, limit })}`.execute(
      store.db,
    )
  return rows
}

type IndexEntry = Pick<DatabaseIndexScan, 'index' | 'by'>

/** Finds the index that lies in the wanted order under one of the conditions, with that condition. */
function findIndexEntry(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  condition: TransactionCondition | undefined,
  values: readonly TransactionCondition[],
): IndexEntry | null {
  const { order } = resolvedTransactionFilter
  const facet = condition && resolvedTransactionFilter.facets[values.indexOf(condition)]
  if (facet !== undefined)
    return {
      index: `transactions_${facet.facet}_${order}`,
      by: { expression: facet.facet, values: facet.values },
    }
  if (condition?.about === 'review' && resolvedTransactionFilter.review === 1)
    return { index: `transactions_review_${order}`, by: null }
  if (condition?.about === 'expires')
    return { index: `transactions_finality_${order}`, by: { expression: 'finality', values: ['open'] } }
  return null
}

const fortnightMs = 1_209_600_000
/** Limit of fortnights, about fifteen years; beyond it the sort order itself is scanned. */
const maxFortnights = 400

/** Plans a scan of old rows by their last change: within each fortnight the index lies in that order. */
async function planFortnights(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  store: Store,
): Promise<IndexEntry | null> {
  const from = buildTransactionIndexSql('transactions_seen', store.dialect)
  const ends = await Promise.all(
    resolvedTransactionFilter.merchants.map(async (merchant) => {
      const { rows } = await sql<{ first: number | null; last: number | null }>`select
        (select min(first_seen) from ${from} where environment = ${resolvedTransactionFilter.environment} and merchant = ${merchant}) as first,
        (select max(first_seen) from ${from} where environment = ${resolvedTransactionFilter.environment} and merchant = ${merchant}) as last`.execute(
        store.db,
      )
      return rows[0]
    }),
  )
  const given = (values: (number | null | undefined)[]) => values.filter((one) => typeof one === 'number')
  const first = Math.max(
    Math.min(...given(ends.map((one) => one?.first))),
    resolvedTransactionFilter.firstSeen?.from ?? 0,
  )
  const last = Math.min(
    Math.max(...given(ends.map((one) => one?.last))),
    resolvedTransactionFilter.firstSeen?.to ?? Number.MAX_SAFE_INTEGER,
  )
  const [least, lastFortnight] = [Math.floor(first / fortnightMs), Math.floor(last / fortnightMs)]
  if (!Number.isFinite(least) || !Number.isFinite(lastFortnight) || lastFortnight - least >= maxFortnights)
    return null
  const values = Array.from({ length: Math.max(0, lastFortnight - least + 1) }, (_, at) => least + at)
  return values.length === 0
    ? null
    : { index: 'transactions_age_changed', by: { expression: firstSeenFortnightSql, values } }
}

/**
 * Returns the bounds of the rows in the order. A row changes after it was
 * first seen, so the age bounds the change.
 */
function getOrderBounds({ order, firstSeen, amount }: ResolvedTransactionFilter): NumberRange {
  if (order === 'changed') return { from: firstSeen?.from ?? null, to: null }
  return (order === 'seen' ? firstSeen : amount) ?? { from: null, to: null }
}

interface IndexPlan extends IndexEntry {
  readonly where: SqlCondition
  /** Set if the index answers the whole filter in the wanted order. */
  readonly direct: boolean
}

/**
 * Chooses the index of the scan and the conditions that are checked row by row; a range of the sort column
 * bounds the index itself.
 */
async function chooseIndexPlan(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  store: Store,
): Promise<IndexPlan> {
  const all = buildTransactionConditions(resolvedTransactionFilter)
  const values = all.filter((one) => one.about === 'facet')
  const left = all.filter((one) => one.about !== resolvedTransactionFilter.order)
  const old = resolvedTransactionFilter.order === 'changed' && left.length === 1 && left[0]?.about === 'seen'
  const entries = left.map((one) => ({ one, entry: findIndexEntry(resolvedTransactionFilter, one, values) }))
  const found = entries.find(({ entry }) => entry !== null)
  const aged = old ? await planFortnights(resolvedTransactionFilter, store) : null
  const entered = found?.one.about === 'facet' ? found.one : null
  // Leave out `final = 0` when scanning open rows: PostgreSQL underestimates the
  // expiring rows and would use their index.
  const expires = found?.one.about === 'expires' ? resolvedTransactionFilter.expires : null
  const rest = left.filter((one) => one !== entered && (expires === null || one.about !== 'expires'))
  return {
    ...(aged ?? found?.entry ?? { index: `transactions_${resolvedTransactionFilter.order}`, by: null }),
    where: combineSqlConditions([
      joinConditionSql(rest),
      expires === null ? null : whereColumnInRange('expires_at', expires),
    ]),
    direct:
      left.length === 0 || (left.length === 1 && found?.one.about !== 'expires' && (found ?? aged) != null),
  }
}

/**
 * Reads the rows of a filter in its order, after a keyset position. Few rows are collected and sorted; many
 * are read in index order, so that a page costs the same at any depth.
 */
export async function readTransactionRows(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  { after, limit, accessPath }: TransactionPageOptions,
  store: Store,
): Promise<ListedTransactionRow[]> {
  const { dialect } = store
  const { direct, ...entry } = await chooseIndexPlan(resolvedTransactionFilter, store)
  const walk = {
    ...entry,
    bounds: getOrderBounds(resolvedTransactionFilter),
    column: transactionOrders[resolvedTransactionFilter.order],
    down: resolvedTransactionFilter.down,
    after,
    limit,
  }
  if (accessPath !== null && !direct) {
    const where = joinConditionSql(buildTransactionConditions(resolvedTransactionFilter))
    return loadRows(
      buildSortedScanSql(resolvedTransactionFilter, { index: accessPath.index, where }, walk, dialect),
      resolvedTransactionFilter,
      limit,
      store,
    )
  }
  const listedTransactionRows =
    after !== null && after.value === null
      ? []
      : await loadRows(
          buildIndexScanSql(resolvedTransactionFilter, { ...walk, part: 'given' }, dialect),
          resolvedTransactionFilter,
          limit,
          store,
        )
  if (
    resolvedTransactionFilter.order !== 'amount' ||
    resolvedTransactionFilter.amount !== null ||
    listedTransactionRows.length >= limit
  )
    return listedTransactionRows
  const rest = { ...walk, part: 'absent' as const, limit: limit - listedTransactionRows.length }
  return [
    ...listedTransactionRows,
    ...(await loadRows(
      buildIndexScanSql(resolvedTransactionFilter, rest, dialect),
      resolvedTransactionFilter,
      rest.limit,
      store,
    )),
  ]
}
