import { sql } from 'kysely'
import {
  combineSqlConditions,
  type NumberRange,
  type SqlCondition,
  whereColumnIn,
  whereColumnInRange,
} from '../../platform/list-query/conditions.ts'
import type { ResolvedTransactionFilter } from './resolve-filter.ts'

export interface TransactionCondition {
  readonly about: 'facet' | 'review' | 'seen' | 'amount' | 'expires'
  readonly sql: SqlCondition
}

/** Inserts the name of a column or an index; names come from code only, never from a request. */
export const buildIdentifierSql = (text: string) => sql.raw(text)

/**
 * Limits a statement to the caller's environment and merchants: part
 * of every statement, before anything else.
 */
export function buildScopeSql({
  environment,
  merchants,
}: Pick<ResolvedTransactionFilter, 'environment' | 'merchants'>): SqlCondition {
  return combineSqlConditions([sql`environment = ${environment}`, whereColumnIn('merchant', merchants)])
}

/** Writes the value as a literal: a database uses a partial index only if the statement shows the value. */
const buildReviewSql = (value: 0 | 1): SqlCondition => (value === 1 ? sql`review = 1` : sql`review = 0`)

/** Limits to open transactions that expire in this range (ms since 1970). */
export function buildExpirySql(range: NumberRange): SqlCondition {
  return sql`final = 0 and ${whereColumnInRange('expires_at', range)}`
}

/** Splits a filter into its conditions. */
export function buildTransactionConditions(
  resolvedTransactionFilter: ResolvedTransactionFilter,
): readonly TransactionCondition[] {
  const { facets, review, firstSeen, amount, expires } = resolvedTransactionFilter
  const facetConditions = facets.map(
    ({ facet, values }): TransactionCondition => ({ about: 'facet', sql: whereColumnIn(facet, values) }),
  )
  const others: readonly (TransactionCondition | null)[] = [
    review === null ? null : { about: 'review', sql: buildReviewSql(review) },
    firstSeen === null ? null : { about: 'seen', sql: whereColumnInRange('first_seen', firstSeen) },
    amount === null ? null : { about: 'amount', sql: whereColumnInRange('amount_minor', amount) },
    expires === null ? null : { about: 'expires', sql: buildExpirySql(expires) },
  ]
  return [...facetConditions, ...others.filter((one) => one !== null)]
}

export function joinConditionSql(conditions: readonly TransactionCondition[]): SqlCondition {
  return combineSqlConditions(conditions.map((one) => one.sql))
}
