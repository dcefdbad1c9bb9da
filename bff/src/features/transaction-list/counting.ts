import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import { type Condition, combineConditions } from '../../platform/list-query/conditions.ts'
import { capCount, countRows, maxCounted } from '../../platform/list-query/page.ts'
import { type AccessPath, listAccessPaths } from './access-paths.ts'
import { buildScopeSql, buildTransactionConditions, joinConditionSql } from './conditions.ts'
import type { ResolvedTransactionFilter } from './resolve-filter.ts'
import { buildFromIndexSql, buildIndexScan } from './statements.ts'

/** Limit of rows of one condition that are checked one by one for the other conditions. */
const maxScannedRows = 30_000

export interface TransactionCount {
  readonly count: number
  readonly more: boolean
  /** Access path with the fewest rows, if they are few enough to be sorted at once. */
  readonly accessPath: AccessPath | null
}

export interface CurrencySum {
  readonly currency: string
  readonly minor: number
}

/** Adds up the known amounts of the rows of a filter; a sum too large to be exact is left out. */
export async function sumAmounts(
  wanted: ResolvedTransactionFilter,
  { index }: AccessPath,
  store: Store,
): Promise<readonly CurrencySum[]> {
  // A floating-point sum: an integer sum that overflows would fail the statement.
  const { rows } =
    await sql<CurrencySum>`select currency, sum(cast(amount_minor as double precision)) as minor
    from ${buildFromIndexSql(index, store.dialect)}
    where ${buildScopeSql(wanted)} and ${joinConditionSql(buildTransactionConditions(wanted))}
      and currency is not null and amount_minor is not null
    group by currency order by currency`.execute(store.db)
  return rows
    .map(({ currency, minor }) => ({ currency, minor: Number(minor) }))
    .filter(({ minor }) => Number.isSafeInteger(minor))
}

const buildCount = (count: number, accessPath: AccessPath | null): TransactionCount => ({
  ...capCount(count),
  accessPath,
})

/**
 * Counts the rows of a filter, exactly up to 10,000, and finds the shortest access path.
 * The entries read per condition are limited.
 */
export async function countTransactions(
  wanted: ResolvedTransactionFilter,
  store: Store,
): Promise<TransactionCount> {
  const onWay = (index: string, where: Condition, limit = maxCounted + 1) =>
    countRows(
      sql`select 1 as x from ${buildFromIndexSql(index, store.dialect)}
        where ${buildScopeSql(wanted)} and ${where} limit ${limit}`,
      store,
    )
  const conditions = buildTransactionConditions(wanted)
  if (conditions.length === 0)
    return buildCount(await onWay('transactions_changed', combineConditions([])), null)
  const ways = listAccessPaths(wanted)
  const whole = ways.find((one) => one.whole)
  if (whole !== undefined) {
    const enough = whole.index === 'transactions_expires' ? maxScannedRows : maxCounted
    const count = await onWay(whole.index, whole.sql, enough + 1)
    return buildCount(count, count <= enough ? whole : null)
  }
  let shortest: { way: AccessPath; count: number } | null = null
  for (const way of ways) {
    const count = await onWay(way.index, way.sql, (shortest?.count ?? maxScannedRows) + 1)
    if (count <= (shortest?.count ?? maxScannedRows)) shortest = { way, count }
  }
  if (shortest !== null)
    return buildCount(await onWay(shortest.way.index, joinConditionSql(conditions)), shortest.way)
  // Scan from the newest row: every condition is frequent, so matches
  // come often, and open rows are mostly new.
  const newest = buildIndexScan(
    wanted,
    {
      index: 'transactions_seen',
      column: 'first_seen',
      down: true,
      by: null,
      bounds: { from: null, to: null },
      where: joinConditionSql(conditions),
      after: null,
      part: 'given',
      limit: maxCounted + 1,
    },
    store.dialect,
  )
  const count = await countRows(sql`select 1 as x from (${newest}) w limit ${maxCounted + 1}`, store)
  return buildCount(
    count,
    count <= maxCounted
      ? { index: 'transactions_seen', sql: joinConditionSql(conditions), whole: true }
      : null,
  )
}

/** Counts the rows of a filter, exactly up to `max`; for more than a page of a list ever tells. */
export async function countTransactionsUpTo(
  wanted: ResolvedTransactionFilter,
  max: number,
  store: Store,
): Promise<number> {
  const { count, more } = await countTransactions(wanted, store)
  if (!more) return count
  const from = buildFromIndexSql('transactions_seen', store.dialect)
  const conditions = buildTransactionConditions(wanted)
  const matches = conditions.length === 0 ? combineConditions([]) : joinConditionSql(conditions)
  const where = sql`${buildScopeSql(wanted)} and ${matches}`
  return countRows(sql`select 1 as x from ${from} where ${where} limit ${max}`, store)
}
