import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import { combineSqlConditions, type SqlCondition } from '../../platform/list-query/conditions.ts'
import { countRows, maxCountedRows, presentCappedCount } from '../../platform/list-query/page.ts'
import { type IndexAccessPath, listFilterAccessPaths } from './access-paths.ts'
import { buildScopeSql, buildTransactionConditions, joinConditionSql } from './conditions.ts'
import type { ResolvedTransactionFilter } from './resolve-filter.ts'
import { buildIndexScanSql, buildTransactionIndexSql } from './statements.ts'

/** Limit of rows that match one indexed condition and are then checked against the other conditions one by one. */
const maxScannedRows = 30_000

export interface TransactionCount {
  readonly count: number
  readonly more: boolean
  /** Access path with the fewest rows, if they are few enough to be sorted at once. */
  readonly accessPath: IndexAccessPath | null
}

export interface CurrencySum {
  readonly currency: string
  readonly minor: number
}

/** Adds up the known amounts of the rows of a filter; a sum too large to be exact is left out. */
export async function sumAmounts(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  { index }: IndexAccessPath,
  store: Store,
): Promise<readonly CurrencySum[]> {
  // A floating-point sum: an integer sum that overflows would fail the statement.
  const { rows } =
    await sql<CurrencySum>`select currency, sum(cast(amount_minor as double precision)) as minor
    from ${buildTransactionIndexSql(index, store.dialect)}
    where ${buildScopeSql(resolvedTransactionFilter)} and ${joinConditionSql(buildTransactionConditions(resolvedTransactionFilter))}
      and currency is not null and amount_minor is not null
    group by currency order by currency`.execute(store.db)
  return rows
    .map(({ currency, minor }) => ({ currency, minor: Number(minor) }))
    .filter(({ minor }) => Number.isSafeInteger(minor))
}

const buildTransactionCount = (count: number, accessPath: IndexAccessPath | null): TransactionCount => ({
  ...presentCappedCount(count),
  accessPath,
})

/**
 * Counts the rows of a filter, exactly up to 10,000, and finds the shortest access path.
 * The entries read per condition are limited.
 */
export async function countTransactions(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  store: Store,
): Promise<TransactionCount> {
  const onWay = (index: string, where: SqlCondition, limit = maxCountedRows + 1) =>
    countRows(
      sql`select 1 as x from ${buildTransactionIndexSql(index, store.dialect)}
        where ${buildScopeSql(resolvedTransactionFilter)} and ${where} limit ${limit}`,
      store,
    )
  const conditions = buildTransactionConditions(resolvedTransactionFilter)
  if (conditions.length === 0)
    return buildTransactionCount(await onWay('transactions_changed', combineSqlConditions([])), null)
  const ways = listFilterAccessPaths(resolvedTransactionFilter)
  const whole = ways.find((one) => one.whole)
  if (whole !== undefined) {
    const enough = whole.index === 'transactions_expires' ? maxScannedRows : maxCountedRows
    const count = await onWay(whole.index, whole.sql, enough + 1)
    return buildTransactionCount(count, count <= enough ? whole : null)
  }
  let shortest: { accessPath: IndexAccessPath; count: number } | null = null
  for (const accessPath of ways) {
    const count = await onWay(accessPath.index, accessPath.sql, (shortest?.count ?? maxScannedRows) + 1)
    if (count <= (shortest?.count ?? maxScannedRows)) shortest = { accessPath, count }
  }
  if (shortest !== null)
    return buildTransactionCount(
      await onWay(shortest.accessPath.index, joinConditionSql(conditions)),
      shortest.accessPath,
    )
  // Scan from the newest row: every condition is frequent, so matches
  // come often, and open rows are mostly new.
  const newest = buildIndexScanSql(
    resolvedTransactionFilter,
    {
      index: 'transactions_seen',
      column: 'first_seen',
      down: true,
      by: null,
      bounds: { from: null, to: null },
      where: joinConditionSql(conditions),
      after: null,
      part: 'given',
      limit: maxCountedRows + 1,
    },
    store.dialect,
  )
  const count = await countRows(sql`select 1 as x from (${newest}) w limit ${maxCountedRows + 1}`, store)
  return buildTransactionCount(
    count,
    count <= maxCountedRows
      ? { index: 'transactions_seen', sql: joinConditionSql(conditions), whole: true }
      : null,
  )
}

/** Counts the rows of a filter, exactly up to `max`; for more than a page of a list ever tells. */
export async function countTransactionsUpTo(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  max: number,
  store: Store,
): Promise<number> {
  const { count, more } = await countTransactions(resolvedTransactionFilter, store)
  if (!more) return count
  const from = buildTransactionIndexSql('transactions_seen', store.dialect)
  const conditions = buildTransactionConditions(resolvedTransactionFilter)
  const matches = conditions.length === 0 ? combineSqlConditions([]) : joinConditionSql(conditions)
  const where = sql`${buildScopeSql(resolvedTransactionFilter)} and ${matches}`
  return countRows(sql`select 1 as x from ${from} where ${where} limit ${max}`, store)
}
