import { type RawBuilder, sql } from 'kysely'
import type { NumberRange, ResolvedTransactionFilter } from './resolve-filter.ts'

export interface TransactionCondition {
  readonly about: 'facet' | 'review' | 'seen' | 'amount' | 'expires'
  readonly sql: RawBuilder<unknown>
}

/** Inserts the name of a column or an index; names come from code only, never from a request. */
export const rawIdentifier = (text: string) => sql.raw(text)
const and = sql` and `

export function joinSqlWithAnd(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return parts.length === 0 ? sql`1 = 1` : sql.join([...parts], and)
}

export function buildRangeSql(column: string, { from, to }: NumberRange): RawBuilder<unknown> {
  const lower = from === null ? [] : [sql`${rawIdentifier(column)} >= ${from}`]
  const upper = to === null ? [] : [sql`${rawIdentifier(column)} <= ${to}`]
  return joinSqlWithAnd([...lower, ...upper])
}

export function buildInSql(column: string, values: readonly (string | number)[]): RawBuilder<unknown> {
  if (values.length === 0) return sql`1 = 0`
  return sql`${rawIdentifier(column)} in (${sql.join([...values])})`
}

/**
 * Limits a statement to the caller's environment and merchants: part
 * of every statement, before anything else.
 */
export function buildScopeSql({ environment, merchants }: ResolvedTransactionFilter): RawBuilder<unknown> {
  return sql`environment = ${environment} and ${buildInSql('merchant', merchants)}`
}

/** Writes the value as a literal: a database uses a partial index only if the statement shows the value. */
const buildReviewSql = (value: 0 | 1) => (value === 1 ? sql`review = 1` : sql`review = 0`)

export function buildExpirySql(range: NumberRange): RawBuilder<unknown> {
  return sql`final = 0 and ${buildRangeSql('expires_at', range)}`
}

/** Splits a filter into its conditions. */
export function buildTransactionConditions(
  wanted: ResolvedTransactionFilter,
): readonly TransactionCondition[] {
  return [
    ...wanted.facets.map(
      ({ facet, values }): TransactionCondition => ({ about: 'facet', sql: buildInSql(facet, values) }),
    ),
    ...(wanted.review === null ? [] : [{ about: 'review' as const, sql: buildReviewSql(wanted.review) }]),
    ...(wanted.seen === null
      ? []
      : [{ about: 'seen' as const, sql: buildRangeSql('first_seen', wanted.seen) }]),
    ...(wanted.amount === null
      ? []
      : [{ about: 'amount' as const, sql: buildRangeSql('amount_minor', wanted.amount) }]),
    ...(wanted.expires === null ? [] : [{ about: 'expires' as const, sql: buildExpirySql(wanted.expires) }]),
  ]
}

export function joinConditionSql(conditions: readonly TransactionCondition[]): RawBuilder<unknown> {
  return joinSqlWithAnd(conditions.map((one) => one.sql))
}
