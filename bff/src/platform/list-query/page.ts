import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Store } from '../database/database.ts'
import type { DatabaseSchema } from '../database/schema/schema.ts'
import { combineSqlConditions, type SqlCondition, type SqlConditionParts } from './conditions.ts'
import { type CursorBinding, type CursorPosition, decryptCursor, encryptCursor } from './cursor.ts'

export const pageSize = 50
/** One row more than a page shows tells whether there is a next page. */
export const pageReadLimit = pageSize + 1
/** Upper bound of exact counts. */
export const maxCountedRows = 10_000

export interface ListPage {
  /** Position that the page starts after; null for the first page. */
  readonly position: CursorPosition | null
  /** Reference time of the first page (ms since 1970), kept for all following pages. */
  readonly now: number
  readonly binding: CursorBinding
}

/** Opens the page of a request. Throws `bad_request` naming `after` if it is no cursor of this list. */
export function resolveListPage(
  binding: CursorBinding,
  after: string | undefined,
  now = Date.now(),
): ListPage {
  return { binding, ...(after === undefined ? { position: null, now } : decryptCursor(after, binding)) }
}

export interface PageRows<Row> {
  readonly rows: readonly Row[]
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null
}

/** Takes the rows of a page from up to `pageReadLimit` rows, with the cursor of the next page. */
export function buildPageRows<Row>(
  { binding, now }: ListPage,
  read: readonly Row[],
  getPlace: (last: Row, rows: readonly Row[]) => CursorPosition,
): PageRows<Row> {
  const rows = read.slice(0, pageSize)
  const last = read.length > pageSize ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : encryptCursor(getPlace(last, rows), now, binding) }
}

/** Counts the rows of a select. Limit the select itself: the database counts every row of it. */
export async function countRows(rows: Expression<unknown>, { db }: Pick<Store, 'db'>): Promise<number> {
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from (${rows}) as c`.execute(db)
  return Number(counted[0]?.n ?? 0)
}

/** Number of rows of a list: exact up to `maxCountedRows`; above that, `more` is true. */
export interface ListCount {
  readonly count: number
  readonly more: boolean
}

/** Presents a count of up to `maxCounted + 1` rows. */
export function presentCappedCount(count: number): ListCount {
  return { count: Math.min(count, maxCountedRows), more: count > maxCountedRows }
}

/** Order of a list whose table has the alias `i`; `seq` breaks ties. */
export interface KeysetOrder<Column extends string = string> {
  readonly column: Column
  readonly descending: boolean
  /** True if rows may have no value in the column; those rows are last. */
  readonly isNullable: boolean
}

function isAfterPlace(
  { value, seq }: CursorPosition,
  { column, descending, isNullable }: KeysetOrder,
): SqlCondition {
  const at = sql.ref(`i.${column}`)
  const further = descending ? sql`<` : sql`>`
  if (value === null) return sql`(${at} is null and i.seq ${further} ${seq})`
  const behind = sql`(${at} ${further} ${value} or (${at} = ${value} and i.seq ${further} ${seq}))`
  // Add a redundant bound: with it the database reads the index from the cursor on.
  return isNullable ? sql`(${behind} or ${at} is null)` : sql`(${behind} and ${at} ${further}= ${value})`
}

/** Builds the `order by` that `selectKeysetPage` pages through, by the column and then by `seq`. */
export function orderByKeyset({ column, descending, isNullable }: KeysetOrder): RawBuilder<unknown> {
  const [at, rawBuilder] = [sql.ref(`i.${column}`), sql.raw(descending ? 'desc' : 'asc')]
  return sql`${isNullable ? sql`${at} is null, ` : sql``}${at} ${rawBuilder}, i.seq ${rawBuilder}`
}

export interface KeysetQuery {
  /** Table with the alias `i`, read through an index. */
  readonly from: RawBuilder<unknown>
  /** Conditions on the rows: the scope of the person and the filter of the list. */
  readonly where: SqlConditionParts
  readonly order: KeysetOrder
  readonly after: CursorPosition | null
}

/** Selects columns of the rows of one page, in order. */
export function selectKeysetPage<Row>(
  columns: RawBuilder<Row>,
  { from, where, order, after }: KeysetQuery,
): RawBuilder<Row> {
  return sql`select ${columns} from ${from}
    where ${combineSqlConditions([...where, after === null ? null : isAfterPlace(after, order)])}
    order by ${orderByKeyset(order)} limit ${sql.lit(pageReadLimit)}`
}

/**
 * Loads one page, newest first, of rows that have an instant but no number. Their cursor holds the instant of
 * the last row, and the number of rows of that instant that were listed so far.
 */
export async function loadNewestPage<Table extends keyof DatabaseSchema, Row>(
  rows: SelectQueryBuilder<DatabaseSchema, Table, Row>,
  column: string,
  getTime: (row: Row) => number,
  page: ListPage,
) {
  const { position } = page
  const at = sql.ref<number>(column)
  const read = await (position === null ? rows : rows.where(sql<boolean>`${at} <= ${position.value}`))
    .orderBy(at, 'desc')
    .orderBy(sql.ref('id'), 'desc')
    .limit(pageReadLimit)
    .offset(position?.seq ?? 0)
    .execute()
  return buildPageRows(page, read as Row[], (last, shown) => {
    const value = getTime(last)
    const same = shown.filter((row) => getTime(row) === value).length
    return { value, seq: same + (position?.value === value ? position.seq : 0) }
  })
}

/** Condition for rows after a place of a list, newest first by `column`; `seq` breaks ties. */
export function whereOlderThanCursor(
  position: CursorPosition | null,
  column: string,
  seq: string,
): SqlCondition {
  if (position === null) return sql`1 = 1`
  const at = sql.ref(column)
  return sql`(${at} < ${position.value} or (${at} = ${position.value} and ${sql.ref(seq)} < ${position.seq}))`
}

/** Batch size of rows that are read, masked and written at a time. */
const rowsPerBatch = 500

/**
 * Reads all rows that have an instant but no number, newest first, batch by batch until `gone`. Instants and ids never
 * change, so each row is read once even if other rows come meanwhile.
 */
export async function* readBatchesNewestFirst<
  Table extends keyof DatabaseSchema,
  Row extends { readonly id: string },
>(
  rows: SelectQueryBuilder<DatabaseSchema, Table, Row>,
  column: string,
  getTime: (row: Row) => number,
  gone: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const at = sql.ref<number>(column)
  const id = sql.ref<string>('id')
  let last: Row | undefined
  while (!gone.aborted) {
    const place = last && { time: getTime(last), id: last.id }
    // Bound the instant alone as well: with it the database reads the index from there on.
    const after =
      place && sql<boolean>`${at} <= ${place.time} and (${at} < ${place.time} or ${id} < ${place.id})`
    const read = (await (after === undefined ? rows : rows.where(after))
      .orderBy(at, 'desc')
      .orderBy(id, 'desc')
      .limit(rowsPerBatch)
      .execute()) as Row[]
    yield read
    last = read.at(-1)
    if (last === undefined || read.length < rowsPerBatch) return
    // Yield to the event loop: the embedded database answers synchronously, so that other requests would wait.
    await nextTurn()
  }
}
