import type { ReviewFilter, ReviewPage } from '@paydesk/shared/work/review'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import type { Seal } from '../../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../../platform/http/route.ts'
import { openCursor, type Place, sealCursor } from '../../../platform/list-query/cursor.ts'
import type { Handles } from '../../../records/handles.ts'
import { type ItemRow, seesOf, selectItems } from '../../../records/review-items.ts'
import { type WithRid, withRids } from '../../../records/rids.ts'
import { countItems } from './figures.ts'
import { type Asking, allOf, matching, type Order, orderOf, queue, seen } from './filters.ts'

export interface QueueNeeds {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly seal: Seal
  readonly handles: Pick<Handles, 'resolveAll'>
  readonly config: { readonly review: { readonly levelMs: number } }
}

export interface ListedItems extends Pick<ReviewPage, 'next' | 'count' | 'more' | 'figures' | 'byAmount'> {
  readonly lines: readonly WithRid<ItemRow>[]
  /** ms since 1970: what the first page reckoned from. */
  readonly now: number
}

const pageSize = 50
/** Rows are counted exactly up to here. */
const most = 10_000

/** What comes behind a place in the order; rows without a value there are the last. */
function behind({ value, seq }: Place, { column, down }: Order): RawBuilder<SqlBool> {
  const at = sql.ref(`i.${column}`)
  const further = down ? sql`<` : sql`>`
  if (value === null) return sql`(${at} is null and i.seq ${further} ${seq})`
  return sql`(${at} ${further} ${value} or (${at} = ${value} and i.seq ${further} ${seq}) or ${at} is null)`
}

interface Page {
  readonly filter: RawBuilder<SqlBool>
  readonly order: Order
  readonly after: Place | null
  readonly limit: number
}

/** In this order, by number where values are equal; rows without a value are the last. */
function inOrder({ column, down }: Order): RawBuilder<unknown> {
  const [at, way] = [sql.ref(`i.${column}`), sql.raw(down ? 'desc' : 'asc')]
  const last = column === 'since_to' ? sql`` : sql`${at} is null, `
  return sql`${last}${at} ${way}, i.seq ${way}`
}

/** The statement that finds a page: numbers of items in order. */
export function placesOf(asking: Asking, page: Page): RawBuilder<{ seq: number }> {
  const from = page.after === null ? [] : [behind(page.after, page.order)]
  return sql`select i.seq from ${queue(asking)}
    where ${allOf([seen(asking), page.filter, ...from])}
    order by ${inOrder(page.order)} limit ${page.limit}`
}

/** Found by their numbers along the index: what is shown of an item is read of these few only. */
function readItems({ db, dialect }: QueueNeeds['store'], asking: Asking, page: Page): Promise<ItemRow[]> {
  return selectItems(db, dialect)
    .where('i.seq', 'in', sql<number>`(${placesOf(asking, page)})`)
    .orderBy(inOrder(page.order))
    .execute()
}

/**
 * One page of the queue as far as this person may see it, with the figures of all of it. Throws
 * `bad_request` naming the member where the order tells what the role's mask hides, or where `after` is not
 * of this list.
 */
export async function listItems(
  { after, ...filter }: ReviewFilter & { after?: string | undefined },
  { actor, scope }: { actor: Actor; scope: Scope },
  { store, seal, handles, config }: QueueNeeds,
): Promise<ListedItems> {
  const byAmount = actor.sight.seesAll(['transaction.amount'])
  const order = orderOf(filter, byAmount)
  const bound = { list: 'review' as const, filter, actor, scope, seal }
  const begun = after === undefined ? { place: null, now: Date.now() } : openCursor(after, bound)
  const asking: Asking = {
    sees: seesOf({ actor, scope }),
    person: actor.session,
    dialect: store.dialect,
    levelMs: config.review.levelMs,
    now: begun.now,
  }
  const wanted = matching(filter, asking)
  // One row more tells whether there is another page.
  const page = { filter: wanted, order, after: begun.place, limit: pageSize + 1 }
  const [{ count, figures }, read] = await Promise.all([
    countItems(store.db, asking, wanted),
    readItems(store, asking, page),
  ])
  const rows = read.slice(0, pageSize)
  const last = read.length > pageSize ? rows.at(-1) : undefined
  return {
    lines: await withRids(rows, scope.environment, handles),
    next:
      last === undefined ? null : sealCursor({ value: last[order.column], seq: last.seq }, begun.now, bound),
    count: Math.min(count, most),
    more: count > most,
    figures,
    byAmount,
    now: begun.now,
  }
}
