import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import { allOf, conditionsOf, ofScope, sqlOf } from './conditions.ts'
import { fromIndex, walked } from './statements.ts'
import type { Wanted } from './wanted.ts'
import { type Way, waysOf } from './ways.ts'

/** Rows are counted exactly up to here. */
const most = 10_000
/** So many rows of one part of a filter are looked at one by one for the other parts. */
const mostLookedAt = 30_000

export interface Counted {
  readonly count: number
  readonly more: boolean
  /** The way with the fewest rows, where they are few enough to be sorted at once. */
  readonly way: Way | null
}

async function counted(statement: ReturnType<typeof sql>, store: Store): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${statement}) c`.execute(store.db)
  return rows[0]?.n ?? 0
}

const shown = (count: number, way: Way | null): Counted => ({
  count: Math.min(count, most),
  more: count > most,
  way,
})

/** Rows of a filter, exactly up to 10,000, and the shortest way to them. Each part reads so many entries at most. */
export async function countRows(wanted: Wanted, store: Store): Promise<Counted> {
  const onWay = (index: string, where: ReturnType<typeof sqlOf>, limit = most + 1) =>
    counted(
      sql`select 1 as x from ${fromIndex(index, store.dialect)}
        where ${ofScope(wanted)} and ${where} limit ${limit}`,
      store,
    )
  const conditions = conditionsOf(wanted)
  if (conditions.length === 0) return shown(await onWay('transactions_changed', allOf([])), null)
  const ways = waysOf(wanted)
  const whole = ways.find((one) => one.whole)
  if (whole !== undefined) {
    const enough = whole.index === 'transactions_expires' ? mostLookedAt : most
    const count = await onWay(whole.index, whole.sql, enough + 1)
    return shown(count, count <= enough ? whole : null)
  }
  let shortest: { way: Way; count: number } | null = null
  for (const way of ways) {
    const count = await onWay(way.index, way.sql, (shortest?.count ?? mostLookedAt) + 1)
    if (count <= (shortest?.count ?? mostLookedAt)) shortest = { way, count }
  }
  if (shortest !== null) return shown(await onWay(shortest.way.index, sqlOf(conditions)), shortest.way)
  // Every part is frequent, so that rows are met often; what is new is met first, as open ones are.
  const newest = walked(
    wanted,
    {
      index: 'transactions_seen',
      column: 'first_seen',
      down: true,
      by: null,
      bounds: { from: null, to: null },
      where: sqlOf(conditions),
      after: null,
      part: 'given',
      limit: most + 1,
    },
    store.dialect,
  )
  const count = await counted(sql`select 1 as x from (${newest}) w limit ${most + 1}`, store)
  return shown(
    count,
    count <= most ? { index: 'transactions_seen', sql: sqlOf(conditions), whole: true } : null,
  )
}
