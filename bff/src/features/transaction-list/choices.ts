import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'
import { name } from './conditions.ts'
import { remembered } from './remembered.ts'
import { fromIndex } from './statements.ts'

/** The values that occur within a person's merchants. */
export interface Choices {
  readonly states: readonly string[]
  readonly reasons: readonly string[]
  readonly workflows: readonly string[]
  readonly currencies: readonly string[]
}

/** More different values than so many are no choice. */
const most = 200
const freshMs = 30_000

/** Jumps from one value to the next in the index: as many steps as there are values, not rows. */
async function valuesOf(
  column: 'state' | 'reason' | 'workflow' | 'currency',
  { environment, merchants }: Scope,
  store: Store,
): Promise<string[]> {
  const ofMerchant = async (merchant: string) => {
    const least = sql`select min(${name(column)}) from ${fromIndex(`transactions_${column}_seen`, store.dialect)}
      where environment = ${environment} and merchant = ${merchant}`
    const { rows } = await sql<{ x: string }>`with recursive v(x) as (select (${least}) union all
      select (${least} and ${name(column)} > v.x) from v where v.x is not null)
      select x from v where x is not null limit ${most}`.execute(store.db)
    return rows.map(({ x }) => x)
  }
  const all = await Promise.all(merchants.map(ofMerchant))
  return [...new Set(all.flat())].sort().slice(0, most)
}

/** The choices of the list's filters for a scope, at most half a minute old once somebody asks again. */
export function makeChoices(store: Store): (scope: Scope) => Promise<Choices> {
  return remembered(
    ({ environment, merchants }: Scope) => JSON.stringify([environment, [...merchants].sort()]),
    async (scope: Scope): Promise<Choices> => {
      const [states, reasons, workflows, currencies] = [
        await valuesOf('state', scope, store),
        await valuesOf('reason', scope, store),
        await valuesOf('workflow', scope, store),
        await valuesOf('currency', scope, store),
      ]
      return { states, reasons, workflows, currencies }
    },
    { ms: freshMs },
  )
}
