import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { CursorPosition } from '../../platform/list-query/cursor.ts'
import type { AccessPath } from './access-paths.ts'
import {
  buildRangeSql,
  buildTransactionConditions,
  joinConditionSql,
  joinSqlWithAnd,
  type TransactionCondition,
} from './conditions.ts'
import { firstSeenFortnight, transactionOrders } from './indexes.ts'
import type { NumberRange, ResolvedTransactionFilter } from './resolve-filter.ts'
import {
  buildFromIndexSql,
  buildIndexScan,
  buildRowSelect,
  buildSortedScan,
  type IndexScan,
} from './statements.ts'

type Table = Selectable<DatabaseSchema['transactions']>

/** What a line of the list is made of. */
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
  /** The shortest way to the rows, where they are few. */
  readonly accessPath: AccessPath | null
}

/** The place of a row in an order. */
export function getKeysetPlace(
  row: ListedTransactionRow,
  { order }: ResolvedTransactionFilter,
): CursorPosition {
  return { value: row[transactionOrders[order]], seq: row.seq }
}

async function loadRows(
  places: ReturnType<typeof buildIndexScan>,
  wanted: ResolvedTransactionFilter,
  limit: number,
  store: Store,
) {
  const { rows } =
    await sql<ListedTransactionRow>`${buildRowSelect(places, { down: wanted.down, limit })}`.execute(store.db)
  return rows
}

type IndexEntry = Pick<IndexScan, 'index' | 'by'>

/** The index that lies in the wanted order under one of the conditions, with that condition. */
function findIndexEntry(
  wanted: ResolvedTransactionFilter,
  condition: TransactionCondition | undefined,
  values: readonly TransactionCondition[],
): IndexEntry | null {
  const { order } = wanted
  const facet = condition && wanted.facets[values.indexOf(condition)]
  if (facet !== undefined)
    return {
      index: `transactions_${facet.facet}_${order}`,
      by: { expression: facet.facet, values: facet.values },
    }
  if (condition?.about === 'review' && wanted.review === 1)
    return { index: `transactions_review_${order}`, by: null }
  if (condition?.about === 'expires')
    return { index: `transactions_finality_${order}`, by: { expression: 'finality', values: ['open'] } }
  return null
}

const fortnightMs = 1_209_600_000
/** Fourteen years; beyond it the order itself is walked. */
const maxFortnights = 400

/** Old ones by their last change: those of each fortnight lie in that order. */
async function planFortnights(wanted: ResolvedTransactionFilter, store: Store): Promise<IndexEntry | null> {
  const from = buildFromIndexSql('transactions_seen', store.dialect)
  const ends = await Promise.all(
    wanted.merchants.map(async (merchant) => {
      const { rows } = await sql<{ first: number | null; last: number | null }>`select
        (select min(first_seen) from ${from} where environment = ${wanted.environment} and merchant = ${merchant}) as first,
        (select max(first_seen) from ${from} where environment = ${wanted.environment} and merchant = ${merchant}) as last`.execute(
        store.db,
      )
      return rows[0]
    }),
  )
  const given = (values: (number | null | undefined)[]) => values.filter((one) => typeof one === 'number')
  const first = Math.max(Math.min(...given(ends.map((one) => one?.first))), wanted.seen?.from ?? 0)
  const last = Math.min(
    Math.max(...given(ends.map((one) => one?.last))),
    wanted.seen?.to ?? Number.MAX_SAFE_INTEGER,
  )
  const [least, most] = [Math.floor(first / fortnightMs), Math.floor(last / fortnightMs)]
  if (!Number.isFinite(least) || !Number.isFinite(most) || most - least >= maxFortnights) return null
  const values = Array.from({ length: Math.max(0, most - least + 1) }, (_, at) => least + at)
  return values.length === 0
    ? null
    : { index: 'transactions_age_changed', by: { expression: firstSeenFortnight, values } }
}

/** Where the rows lie in the order: whatever was seen after a time changed after it. */
function getOrderBounds({ order, seen, amount }: ResolvedTransactionFilter): NumberRange {
  if (order === 'changed') return { from: seen?.from ?? null, to: null }
  return (order === 'seen' ? seen : amount) ?? { from: null, to: null }
}

interface IndexPlan extends IndexEntry {
  readonly where: ReturnType<typeof joinConditionSql>
  /** True where the index answers the whole filter in the wanted order. */
  readonly direct: boolean
}

/** Where the walk enters, and what it looks at row by row; what bounds the order itself bounds each index. */
async function chooseIndexPlan(wanted: ResolvedTransactionFilter, store: Store): Promise<IndexPlan> {
  const all = buildTransactionConditions(wanted)
  const values = all.filter((one) => one.about === 'facet')
  const left = all.filter((one) => one.about !== wanted.order)
  const old = wanted.order === 'changed' && left.length === 1 && left[0]?.about === 'seen'
  const entries = left.map((one) => ({ one, entry: findIndexEntry(wanted, one, values) }))
  const found = entries.find(({ entry }) => entry !== null)
  const aged = old ? await planFortnights(wanted, store) : null
  const entered = found?.one.about === 'facet' ? found.one : null
  // Who walks through the open ones must not be led to the few that expire: PostgreSQL takes them for fewer.
  const expires = found?.one.about === 'expires' ? wanted.expires : null
  const rest = left.filter((one) => one !== entered && (expires === null || one.about !== 'expires'))
  return {
    ...(aged ?? found?.entry ?? { index: `transactions_${wanted.order}`, by: null }),
    where: joinSqlWithAnd([
      joinConditionSql(rest),
      ...(expires === null ? [] : [buildRangeSql('expires_at', expires)]),
    ]),
    direct:
      left.length === 0 || (left.length === 1 && found?.one.about !== 'expires' && (found ?? aged) != null),
  }
}

/**
 * Rows of a filter in its order, behind `after`. Few rows are collected and sorted; many are met where
 * they lie in order, so that a page costs the same however deep it lies.
 */
export async function readTransactionRows(
  wanted: ResolvedTransactionFilter,
  { after, limit, accessPath }: TransactionPageOptions,
  store: Store,
): Promise<ListedTransactionRow[]> {
  const { dialect } = store
  const { direct, ...entry } = await chooseIndexPlan(wanted, store)
  const walk = {
    ...entry,
    bounds: getOrderBounds(wanted),
    column: transactionOrders[wanted.order],
    down: wanted.down,
    after,
    limit,
  }
  if (accessPath !== null && !direct) {
    const where = joinConditionSql(buildTransactionConditions(wanted))
    return loadRows(
      buildSortedScan(wanted, { index: accessPath.index, where }, walk, dialect),
      wanted,
      limit,
      store,
    )
  }
  const given =
    after !== null && after.value === null
      ? []
      : await loadRows(buildIndexScan(wanted, { ...walk, part: 'given' }, dialect), wanted, limit, store)
  if (wanted.order !== 'amount' || wanted.amount !== null || given.length >= limit) return given
  const rest = { ...walk, part: 'absent' as const, limit: limit - given.length }
  return [...given, ...(await loadRows(buildIndexScan(wanted, rest, dialect), wanted, rest.limit, store))]
}
