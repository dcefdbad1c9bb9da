import type { SqlCondition } from '../../platform/list-query/conditions.ts'
import {
  buildExpirySql,
  buildTransactionConditions,
  joinConditionSql,
  type TransactionCondition,
} from './conditions.ts'
import type { ResolvedTransactionFilter } from './resolve-filter.ts'

/**
 * Access path to the rows of a filter: an index, and the part of the filter that the index answers by itself.
 */
export interface IndexAccessPath {
  readonly index: string
  readonly sql: SqlCondition
  /** Set if the index answers every condition of the filter. */
  readonly whole: boolean
}

/**
 * Lists the access paths to the rows of a filter, regardless of their order: each value combined with the
 * range of age or of amount, or the range alone. Empty if only merchants are filtered.
 */
export function listFilterAccessPaths(
  resolvedTransactionFilter: ResolvedTransactionFilter,
): readonly IndexAccessPath[] {
  const all = buildTransactionConditions(resolvedTransactionFilter)
  const buildPath = (
    index: string,
    own: readonly (TransactionCondition | undefined)[],
    sql?: SqlCondition,
  ): IndexAccessPath => {
    const answered = new Set(own)
    const parts = all.filter((one) => answered.has(one))
    return {
      index,
      sql: sql ?? joinConditionSql(parts),
      whole: all.every((one) => answered.has(one)),
    }
  }
  const about = (kind: TransactionCondition['about']) => all.find((one) => one.about === kind)
  const range = about('seen') ?? about('amount')
  const order = range?.about === 'amount' ? 'amount' : 'seen'
  const values = all.filter((one) => one.about === 'facet')
  const ways = resolvedTransactionFilter.facets.map(({ facet }, at) =>
    buildPath(`transactions_${facet}_${order}`, [values[at], range]),
  )
  if (resolvedTransactionFilter.review === 1)
    ways.push(buildPath(`transactions_review_${order}`, [about('review'), range]))
  if (resolvedTransactionFilter.expires !== null)
    ways.push(
      buildPath(
        'transactions_expires',
        [about('expires')],
        buildExpirySql(resolvedTransactionFilter.expires),
      ),
    )
  if (ways.length === 0 && range !== undefined) ways.push(buildPath(`transactions_${order}`, [range]))
  return ways
}
