import type { DriftFigures, DriftFilter } from '@paydesk/shared/work/drift'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { openCursor, type Place, sealCursor } from '../../platform/list-query/cursor.ts'
import type { Handles } from '../../records/handles.ts'
import { type WithRid, withRids } from '../../records/rids.ts'
import type { DriftItemRow } from '../../records/rules/drift-items.ts'
import { figuresOf } from './figures.ts'
import { type Explained, itemsNumbered } from './rows.ts'
import {
  allOf,
  type Condition,
  items,
  matching,
  type Order,
  orderOf,
  type Sees,
  seen,
  seesOf,
} from './wanted.ts'

export interface ListNeeds {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly seal: Seal
  readonly handles: Pick<Handles, 'resolveAll'>
  readonly config: { readonly zone: string }
}

/** An item as it is shown: with what was said of it and the RID of its customer. */
export type Line = WithRid<DriftItemRow> & Pick<Explained, 'explanations'>

export interface ListedDrift {
  readonly lines: readonly Line[]
  readonly next: string | null
  readonly count: number
  readonly more: boolean
  readonly figures: DriftFigures
  readonly byAmount: boolean
  readonly sees: Sees
}

const pageSize = 50
/** Rows are counted exactly up to here. */
const most = 10_000

/** What comes behind a place in the order; rows without a value there are the last. */
function behind({ value, seq }: Place, { column, down }: Order): RawBuilder<SqlBool> {
  const at = sql.ref(`i.${column}`)
  const further = down ? sql`<` : sql`>`
  if (value === null) return sql`(${at} is null and i.seq ${further} ${seq})`
  const there = sql`(${at} ${further} ${value} or (${at} = ${value} and i.seq ${further} ${seq}))`
  // The bound says the same again: by it the index is read from there on.
  return column === 'amount_minor'
    ? sql`(${there} or ${at} is null)`
    : sql`(${there} and ${at} ${further}= ${value})`
}

export interface Wanted {
  readonly which: 'open' | 'closed'
  readonly filter: Condition
  readonly order: Order
  readonly after: Place | null
  readonly limit: number
}

/** The statement that finds a page: numbers of items in order, those without a value last. */
export function placesOf(
  sees: Sees,
  { which, filter, order, after, limit }: Wanted,
): RawBuilder<{ seq: number }> {
  const { column, down } = order
  const [at, way] = [sql.ref(`i.${column}`), sql.raw(down ? 'desc' : 'asc')]
  const from = after === null ? [] : [behind(after, order)]
  const last = column === 'amount_minor' ? sql`${at} is null, ` : sql``
  return sql`select i.seq from ${items(sees, which)}
    where ${allOf([seen(sees, which), filter, ...from])}
    order by ${last}${at} ${way}, i.seq ${way} limit ${sql.lit(limit)}`
}

async function countOf(
  { db }: ListNeeds['store'],
  sees: Sees,
  { which, filter }: Pick<Wanted, 'which' | 'filter'>,
) {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (
    select 1 as one from ${items(sees, which)} where ${allOf([seen(sees, which), filter])}
    limit ${sql.lit(most + 1)}) as matching`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** Items with the RIDs of their customers. */
export async function linesOf(
  explained: readonly Explained[],
  environment: string,
  handles: Pick<Handles, 'resolveAll'>,
): Promise<Line[]> {
  const named = await withRids(
    explained.map(({ row }) => row),
    environment,
    handles,
  )
  return named.map((one, at) => ({ ...one, explanations: explained[at]?.explanations ?? [] }))
}

/**
 * One page of the differences that this person may see, with the figures of all of them. Throws `bad_request`
 * naming the member where the order tells what the role's mask hides, or where `after` is not of this list.
 */
export async function listDriftItems(
  { after, ...filter }: DriftFilter & { after?: string | undefined },
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  { store, seal, handles, config }: ListNeeds,
): Promise<ListedDrift> {
  const byAmount = actor.sight.seesAll(['transaction.amount', 'transaction.currency'])
  const order = orderOf(filter, byAmount)
  const bound = { list: 'drift' as const, filter, actor, scope, seal }
  const begun = after === undefined ? { place: null, now: Date.now() } : openCursor(after, bound)
  const sees = seesOf({ actor, scope }, store)
  const which = filter.status === 'closed' ? 'closed' : 'open'
  const wanted = { which, filter: matching(filter, begun.now), order } as const
  const count = await countOf(store, sees, wanted)
  // One row more tells whether there is another page.
  const page = placesOf(sees, { ...wanted, after: begun.place, limit: pageSize + 1 })
  const places = count === 0 ? [] : (await page.execute(store.db)).rows
  const shown = await itemsNumbered(
    store.db,
    places.slice(0, pageSize).map(({ seq }) => seq),
  )
  const last = places.length > pageSize ? shown.at(-1)?.row : undefined
  return {
    lines: await linesOf(shown, scope.environment, handles),
    next:
      last === undefined ? null : sealCursor({ value: last[order.column], seq: last.seq }, begun.now, bound),
    count: Math.min(count, most),
    more: count > most,
    figures: await figuresOf(store, sees, { byAmount, zone: config.zone }),
    byAmount,
    sees,
  }
}
