import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../database/database.ts'

export type SqlCondition = RawBuilder<SqlBool>

export const matchNothingSqlCondition: SqlCondition = sql`1 = 0`

/** Parts of a condition; null if the request does not filter by a part. */
export type SqlConditionParts = readonly (RawBuilder<unknown> | null)[]

/** Joins conditions with `and`. */
export function combineSqlConditions(parts: SqlConditionParts): SqlCondition {
  const given = parts.filter((part) => part !== null)
  return given.length === 0 ? sql`1 = 1` : sql`(${sql.join(given, sql` and `)})`
}

/** Builds `column in (values)`; no row matches an empty list, for which SQL has no form. */
export function whereColumnIn(column: string, values: readonly (string | number)[]): SqlCondition {
  return values.length === 0
    ? matchNothingSqlCondition
    : sql`${sql.ref(column)} in (${sql.join([...values])})`
}

/** Range with both ends included; null for an open end. */
export interface NumberRange {
  readonly from: number | null
  readonly to: number | null
}

/** Builds the condition that a column lies in a range; all rows match without one. */
export function whereColumnInRange(column: string, range: NumberRange | null): SqlCondition {
  const { from, to } = range ?? { from: null, to: null }
  return combineSqlConditions([
    from === null ? null : sql`${sql.ref(column)} >= ${from}`,
    to === null ? null : sql`${sql.ref(column)} <= ${to}`,
  ])
}

/** Names the index on SQLite, which has no statistics to choose by; PostgreSQL chooses by its own. */
export function buildIndexHintedTableSql(
  table: string,
  index: string,
  dialect: Store['dialect'],
): RawBuilder<unknown> {
  return dialect === 'sqlite' ? sql`${sql.raw(table)} indexed by ${sql.raw(index)}` : sql.raw(table)
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Parses a span of time of a filter, such as `24h`, to ms. */
export function parseTimeSpanMs(span: string): number {
  const unit = span.at(-1)
  return Number(span.slice(0, -1)) * (unit === 'm' || unit === 'h' ? unitMs[unit] : unitMs.d)
}
