import { type RawBuilder, type Sql, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import {
  buildIndexHintedTableSql,
  combineSqlConditions,
  type NumberRange,
  type SqlCondition,
  whereColumnInRange,
} from '../../platform/list-query/conditions.ts'
import type { CursorPosition } from '../../platform/list-query/cursor.ts'
import { buildIdentifierSql, buildScopeSql } from './conditions.ts'
import type { ResolvedTransactionFilter } from './resolve-filter.ts'

/** Scan of one index: for each merchant and each value in the order of the list. */
export interface DatabaseIndexScan {
  readonly index: string
  /** Column in whose order the index lies, after merchant and value. */
  readonly column: string
  readonly down: boolean
  /** Expression and values that the scan enters the index by, after the merchant; null if there are none. */
  readonly by: { readonly expression: string; readonly values: readonly (string | number)[] } | null
  /** Range of the values of the scanned column; an open end is null. */
  readonly bounds: NumberRange
  /** Conditions that are checked row by row. */
  readonly where: SqlCondition
  /** Keyset position that the scan starts after. Positions without a value are ordered by `seq` alone. */
  readonly after: CursorPosition | null
  /** Part of the rows. `absent`: rows without a value in the column, in the order of `seq`. */
  readonly part: 'given' | 'absent'
  readonly limit: number
}

type Dialect = Store['dialect']
const sortDirection = (down: boolean) => (down ? sql`desc` : sql`asc`)

export const buildTransactionIndexSql = (index: string, dialect: Dialect) =>
  buildIndexHintedTableSql('transactions', index, dialect)

/**
 * Orders by the whole key of the index, also for rows without a value:
 * otherwise PostgreSQL would use another index.
 */
function buildOrderBy({ column, down }: DatabaseIndexScan): RawBuilder<unknown> {
  const rawBuilder = sortDirection(down)
  return sql`${buildIdentifierSql(column)} ${rawBuilder}, seq ${rawBuilder}`
}

/** Builds at most one lower and one upper bound: SQLite enters an index by the first of each. */
function buildBounds({ column, down, after, part, bounds }: DatabaseIndexScan): (SqlCondition | null)[] {
  if (part === 'absent') {
    const behind = after === null || after.value !== null ? null : buildSeqBound(after, down)
    return [sql`${buildIdentifierSql(column)} is null`, behind]
  }
  const from = bounds.from ?? 0
  if (after === null) return [whereColumnInRange(column, { ...bounds, from })]
  const behind: SqlCondition = sql`(${buildIdentifierSql(column)}, seq) ${down ? sql`<` : sql`>`} (${after.value}, ${after.seq})`
  // Keep only the bound ahead of the scan: rows after a row of the list
  // satisfy the bound behind, as that row does.
  return [behind, whereColumnInRange(column, down ? { from, to: null } : { from: null, to: bounds.to })]
}

function buildSeqBound({ seq }: CursorPosition, down: boolean): SqlCondition {
  return down ? sql`seq < ${seq}` : sql`seq > ${seq}`
}

type Key = readonly [merchant: string, value: string | number | null]

function listScanKeys({ merchants }: ResolvedTransactionFilter, { by }: DatabaseIndexScan): Key[] {
  return merchants.flatMap((merchant) => (by?.values ?? [null]).map((value): Key => [merchant, value]))
}

function buildBranch(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  walk: DatabaseIndexScan,
  dialect: Dialect,
  [merchant, value]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
): RawBuilder<unknown> {
  const where = combineSqlConditions([
    sql`environment = ${resolvedTransactionFilter.environment} and merchant = ${merchant}`,
    walk.by === null ? null : sql`${buildIdentifierSql(walk.by.expression)} = ${value}`,
    ...buildBounds(walk),
    walk.where,
  ])
  return sql`select seq, ${buildIdentifierSql(walk.column)} as o from ${buildTransactionIndexSql(walk.index, dialect)}
    where ${where} order by ${buildOrderBy(walk)} limit ${walk.limit}`
}

/**
 * Builds the scan of row numbers and positions: one page per entry of the index, of which the list's page is
 * the first part. PostgreSQL plans the branch once for all entries.
 */
export function buildIndexScanSql(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  walk: DatabaseIndexScan,
  dialect: Dialect,
): RawBuilder<unknown> {
  const keys = listScanKeys(resolvedTransactionFilter, walk)
  if (dialect === 'postgres' && keys.length > 1) {
    const type = buildIdentifierSql(typeof keys[0]?.[1] === 'number' ? 'bigint' : 'text')
    const rows = keys.map(([merchant, value]) => sql`(${merchant}::text, ${value}::${type})`)
    const one = buildBranch(resolvedTransactionFilter, walk, dialect, [sql`k.m`, sql`k.v`])
    return sql`select b.seq, b.o from (values ${sql.join(rows)}) as k(m, v) cross join lateral (${one}) b`
  }
  const branches = keys.map(
    ([merchant, value]) =>
      sql`select * from (${buildBranch(resolvedTransactionFilter, walk, dialect, [sql`${merchant}`, sql`${value}`])}) b`,
  )
  return sql.join(branches, sql` union all `)
}

/**
 * Builds the row numbers and positions of all rows on one access path, sorted afterwards:
 * for rows few enough to be sorted at once.
 */
export function buildSortedScanSql(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  accessPath: { readonly index: string; readonly where: SqlCondition },
  { column, down, after }: Pick<DatabaseIndexScan, 'column' | 'down' | 'after'>,
  dialect: Dialect,
): RawBuilder<unknown> {
  const than = down ? sql`<` : sql`>`
  const rawBuilder =
    after === null
      ? sql`1 = 1`
      : after.value === null
        ? sql`o is null and seq ${than} ${after.seq}`
        : sql`((o, seq) ${than} (${after.value}, ${after.seq}) or o is null)`
  return sql`select seq, o from (select seq, ${buildIdentifierSql(column)} as o from ${buildTransactionIndexSql(accessPath.index, dialect)}
    where ${buildScopeSql(resolvedTransactionFilter)} and ${accessPath.where}) h where ${rawBuilder}`
}

const columns = [
  'seq id merchant customer merchant_transaction_id reference workflow state compound review test',
  'amount_minor currency amount_source amount_text currency_text expires_at first_seen first_source changed_from changed_at',
  'read_at version finality',
].flatMap((some) => some.split(' ')) as readonly (keyof DatabaseSchema['transactions'])[]

/** Selects the rows of these positions in order, rows without a value last. */
export function buildRowSelectSql(
  places: RawBuilder<unknown>,
  { down, limit }: { down: boolean; limit: number },
): ReturnType<Sql> {
  const rawBuilder = sortDirection(down)
  const wanted = sql.join(columns.map((column) => buildIdentifierSql(`t.${column}`)))
  // Start from the positions (cross join): SQLite could otherwise begin with the table.
  return sql`select ${wanted} from (select seq, o from (${places}) a order by o is null, o ${rawBuilder}, seq ${rawBuilder} limit ${limit}) p
    cross join transactions t where t.seq = p.seq order by p.o is null, p.o ${rawBuilder}, p.seq ${rawBuilder}`
}
