import { type RawBuilder, type Sql, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { CursorPosition } from '../../platform/list-query/cursor.ts'
import { buildRangeSql, buildScopeSql, joinSqlWithAnd, rawIdentifier } from './conditions.ts'
import type { NumberRange, ResolvedTransactionFilter } from './resolve-filter.ts'

/** How a statement walks through one index: for each merchant and each value in the order of the list. */
export interface IndexScan {
  readonly index: string
  /** The column in whose order the index lies behind merchant and value. */
  readonly column: string
  readonly down: boolean
  /** What the index is entered by after the merchant; null where it is by nothing more. */
  readonly by: { readonly expression: string; readonly values: readonly (string | number)[] } | null
  /** Between these lie the rows in the column. */
  readonly bounds: NumberRange
  /** What is left to be looked at row by row. */
  readonly where: RawBuilder<unknown>
  /** Begins behind this place. Places without a value are walked by their numbers alone. */
  readonly after: CursorPosition | null
  /** `absent`: the rows that have no value in the column, in the order of their numbers. */
  readonly part: 'given' | 'absent'
  readonly limit: number
}

type Dialect = Store['dialect']
const sortDirection = (down: boolean) => (down ? sql`desc` : sql`asc`)

/** SQLite is told the index; PostgreSQL finds it by its statistics. */
export function buildFromIndexSql(index: string, dialect: Dialect): RawBuilder<unknown> {
  return dialect === 'sqlite' ? sql`transactions indexed by ${rawIdentifier(index)}` : sql`transactions`
}

/** The whole order of the index, where no row has a value too: PostgreSQL would take another for its numbers. */
function buildOrderBy({ column, down }: IndexScan): RawBuilder<unknown> {
  const way = sortDirection(down)
  return sql`${rawIdentifier(column)} ${way}, seq ${way}`
}

/** One lower and one upper bound at most: SQLite enters an index by one of each, whichever stands first. */
function buildBounds({ column, down, after, part, bounds }: IndexScan): RawBuilder<unknown>[] {
  if (part === 'absent') {
    const behind = after === null || after.value !== null ? [] : [buildSeqBound(after, down)]
    return [sql`${rawIdentifier(column)} is null`, ...behind]
  }
  const from = bounds.from ?? 0
  if (after === null) return [buildRangeSql(column, { ...bounds, from })]
  const behind = sql`(${rawIdentifier(column)}, seq) ${down ? sql`<` : sql`>`} (${after.value}, ${after.seq})`
  // What lies behind a row of the list lies within the bound that this row was within.
  return [behind, buildRangeSql(column, down ? { from, to: null } : { from: null, to: bounds.to })]
}

function buildSeqBound({ seq }: CursorPosition, down: boolean): RawBuilder<unknown> {
  return down ? sql`seq < ${seq}` : sql`seq > ${seq}`
}

type Key = readonly [merchant: string, value: string | number | null]

function listScanKeys({ merchants }: ResolvedTransactionFilter, { by }: IndexScan): Key[] {
  return merchants.flatMap((merchant) => (by?.values ?? [null]).map((value): Key => [merchant, value]))
}

function buildBranch(
  wanted: ResolvedTransactionFilter,
  walk: IndexScan,
  dialect: Dialect,
  [merchant, value]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
): RawBuilder<unknown> {
  const entered = walk.by === null ? [] : [sql`${rawIdentifier(walk.by.expression)} = ${value}`]
  const where = joinSqlWithAnd([
    sql`environment = ${wanted.environment} and merchant = ${merchant}`,
    ...entered,
    ...buildBounds(walk),
    walk.where,
  ])
  return sql`select seq, ${rawIdentifier(walk.column)} as o from ${buildFromIndexSql(walk.index, dialect)}
    where ${where} order by ${buildOrderBy(walk)} limit ${walk.limit}`
}

/**
 * The numbers and places of the rows that a walk meets: a page from each entry of the index, of which
 * the list's page is the first part. PostgreSQL plans the one branch once, however many entries there are.
 */
export function buildIndexScan(
  wanted: ResolvedTransactionFilter,
  walk: IndexScan,
  dialect: Dialect,
): RawBuilder<unknown> {
  const keys = listScanKeys(wanted, walk)
  if (dialect === 'postgres' && keys.length > 1) {
    const type = rawIdentifier(typeof keys[0]?.[1] === 'number' ? 'bigint' : 'text')
    const rows = keys.map(([merchant, value]) => sql`(${merchant}::text, ${value}::${type})`)
    const one = buildBranch(wanted, walk, dialect, [sql`k.m`, sql`k.v`])
    return sql`select b.seq, b.o from (values ${sql.join(rows)}) as k(m, v) cross join lateral (${one}) b`
  }
  const branches = keys.map(
    ([merchant, value]) =>
      sql`select * from (${buildBranch(wanted, walk, dialect, [sql`${merchant}`, sql`${value}`])}) b`,
  )
  return sql.join(branches, sql` union all `)
}

/** The numbers and places of all rows on one way, sorted afterwards: for as many as can be sorted at once. */
export function buildSortedScan(
  wanted: ResolvedTransactionFilter,
  way: { readonly index: string; readonly where: RawBuilder<unknown> },
  { column, down, after }: Pick<IndexScan, 'column' | 'down' | 'after'>,
  dialect: Dialect,
): RawBuilder<unknown> {
  const than = down ? sql`<` : sql`>`
  const kept =
    after === null
      ? sql`1 = 1`
      : after.value === null
        ? sql`o is null and seq ${than} ${after.seq}`
        : sql`((o, seq) ${than} (${after.value}, ${after.seq}) or o is null)`
  return sql`select seq, o from (select seq, ${rawIdentifier(column)} as o from ${buildFromIndexSql(way.index, dialect)}
    where ${buildScopeSql(wanted)} and ${way.where}) h where ${kept}`
}

const columns = [
  'seq id merchant customer merchant_transaction_id reference workflow state compound review test',
  'amount_minor currency amount_source expires_at first_seen first_source changed_from changed_at',
  'read_at version finality',
].flatMap((some) => some.split(' ')) as readonly (keyof DatabaseSchema['transactions'])[]

/** The rows behind numbers and places, in order, those without a value last. */
export function buildRowSelect(
  places: RawBuilder<unknown>,
  { down, limit }: { down: boolean; limit: number },
): ReturnType<Sql> {
  const way = sortDirection(down)
  const wanted = sql.join(columns.map((column) => rawIdentifier(`t.${column}`)))
  // The places come first: SQLite would otherwise be free to begin with the table.
  return sql`select ${wanted} from (select seq, o from (${places}) a order by o is null, o ${way}, seq ${way} limit ${limit}) p
    cross join transactions t where t.seq = p.seq order by p.o is null, p.o ${way}, p.seq ${way}`
}
