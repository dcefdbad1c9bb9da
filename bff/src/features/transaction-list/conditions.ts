import { sql } from 'kysely'
import {
  type Condition,
  combineConditions,
  isOneOf,
  isWithinRange,
  type NumberRange,
} from '../../platform/list-query/conditions.ts'
import type { ResolvedTransactionFilter } from './resolve-filter.ts'

export interface TransactionCondition {
  readonly about: 'facet' | 'review' | 'seen' | 'amount' | 'expires'
  readonly sql: Condition
}

/** Inserts the name of a column or an index; names come from code only, never from a request. */
export const rawIdentifier = (text: string) => sql.raw(text)

/**
 * Limits a statement to the caller's environment and merchants: part
 * of every statement, before anything else.
 */
export function buildScopeSql({
  environment,
  merchants,
}: Pick<ResolvedTransactionFilter, 'environment' | 'merchants'>): Condition {
  return combineConditions([sql`environment = ${environment}`, isOneOf('merchant', merchants)])
}

/** Writes the value as a literal: a database uses a partial index only if the statement shows the value. */
const buildReviewSql = (value: 0 | 1): Condition => (value === 1 ? sql`review = 1` : sql`review = 0`)

export function buildExpirySql(range: NumberRange): Condition {
  return sql`final = 0 and ${isWithinRange('expires_at', range)}`
}

/** Splits a filter into its conditions. */
export function buildTransactionConditions(
  wanted: ResolvedTransactionFilter,
): readonly TransactionCondition[] {
  const { facets, review, seen, amount, expires } = wanted
  const facetConditions = facets.map(
    ({ facet, values }): TransactionCondition => ({ about: 'facet', sql: isOneOf(facet, values) }),
  )
  const others: readonly (TransactionCondition | null)[] = [
    review === null ? null : { about: 'review', sql: buildReviewSql(review) },
    seen === null ? null : { about: 'seen', sql: isWithinRange('first_seen', seen) },
    amount === null ? null : { about: 'amount', sql: isWithinRange('amount_minor', amount) },
    expires === null ? null : { about: 'expires', sql: buildExpirySql(expires) },
  ]
  return [...facetConditions, ...others.filter((one) => one !== null)]
}

export function joinConditionSql(conditions: readonly TransactionCondition[]): Condition {
  return combineConditions(conditions.map((one) => one.sql))
}
