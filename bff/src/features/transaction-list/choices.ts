import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'
import { buildIdentifierSql } from './conditions.ts'
import { cacheStaleWhileRevalidate } from './stale-while-revalidate.ts'
import { buildTransactionIndexSql } from './statements.ts'

/** Values that occur within the merchants of a scope. */
export interface TransactionFilterChoices {
  readonly states: readonly string[]
  readonly reasons: readonly string[]
  readonly workflows: readonly string[]
  readonly currencies: readonly string[]
}

/** Limit of distinct values; more values are no usable choice. */
const maxChoices = 200
const freshMs = 30_000

/** Loads distinct values by an index skip scan: one step per value, not per row. */
async function loadDistinctValues(
  column: 'state' | 'reason' | 'workflow' | 'currency',
  { environment, merchants }: Scope,
  store: Store,
): Promise<string[]> {
  const ofMerchant = async (merchant: string) => {
    const least = sql`select min(${buildIdentifierSql(column)}) from ${buildTransactionIndexSql(`transactions_${column}_seen`, store.dialect)}
      where environment = ${environment} and merchant = ${merchant}`
    const { rows } = await sql<{ x: string }>`with recursive v(x) as (select (${least}) union all
      select (${least} and ${buildIdentifierSql(column)} > v.x) from v where v.x is not null)
      select x from v where x is not null limit ${maxChoices}`.execute(store.db)
    return rows.map(({ x }) => x)
  }
  const all = await Promise.all(merchants.map(ofMerchant))
  return [...new Set(all.flat())].sort().slice(0, maxChoices)
}

/**
 * Creates the filter choices of a scope. They are cached and
 * refreshed in the background once older than 30 s.
 */
export function createFilterChoicesLoader(store: Store): (scope: Scope) => Promise<TransactionFilterChoices> {
  return cacheStaleWhileRevalidate(
    ({ environment, merchants }: Scope) => JSON.stringify([environment, [...merchants].sort()]),
    async (scope: Scope): Promise<TransactionFilterChoices> => {
      const [states, reasons, workflows, currencies] = [
        await loadDistinctValues('state', scope, store),
        await loadDistinctValues('reason', scope, store),
        await loadDistinctValues('workflow', scope, store),
        await loadDistinctValues('currency', scope, store),
      ]
      return { states, reasons, workflows, currencies }
    },
    { ms: freshMs },
  )
}
