import type { ViewPage } from '@paydesk/shared/work/views'
import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import { holdsPersonal } from '../../platform/access/personal.ts'
import type { Store } from '../../platform/database/database.ts'
import { inTurn } from '../../platform/database/mutex.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { newId } from '../../platform/runtime/new-id.ts'

/** Views of one person of one page in one environment at most. */
const most = 30

/** Whose views a call is about: one person's, of one page in one environment. */
export interface Shelf {
  readonly page: ViewPage
  readonly actor: Actor
  readonly scope: Scope
  readonly store: Pick<Store, 'db'>
}

export interface OwnView<Filter> {
  readonly view: string
  readonly name: string
  readonly filter: Filter
}

function place({ page, actor: { session }, scope }: Shelf) {
  return { issuer: session.issuer, subject: session.subject, environment: scope.environment, page }
}

const isOn = (shelf: Shelf) => (eb: ExpressionBuilder<Schema, 'saved_views'>) => eb.and(place(shelf))

/** The person's own views, by name. One that today's filter of the page does not take is left out. */
export async function ownViews<Filter>(schema: z.ZodType<Filter>, shelf: Shelf): Promise<OwnView<Filter>[]> {
  const rows = await shelf.store.db
    .selectFrom('saved_views')
    .select(['id', 'name', 'filter'])
    .where(isOn(shelf))
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.flatMap(({ id, name, filter }) => {
    const read = schema.safeParse(JSON.parse(filter))
    return read.success ? [{ view: id, name, filter: read.data }] : []
  })
}

async function countOwn(shelf: Shelf): Promise<number> {
  const { count } = await shelf.store.db
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isOn(shelf))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A name is kept in clear and shown to whoever looks over a shoulder: nothing of a customer belongs in it. */
function refusePersonal(name: string): void {
  if (!holdsPersonal(name)) return
  const expected = 'a name without an e-mail address, an account, a card or a telephone number'
  throw new ProblemError('bad_request', { fields: [{ name: 'name', expected }] })
}

/** Keeps a view and gives its id. Throws `bad_request` naming `name`. */
export async function keepView(
  { name, filter }: { readonly name: string; readonly filter: object },
  shelf: Shelf,
): Promise<string> {
  refusePersonal(name)
  const id = newId('v')
  // Counted and kept in turn: of many at once, no more than there is room for.
  await inTurn(shelf.store, `views/${JSON.stringify(place(shelf))}`, async () => {
    if ((await countOwn(shelf)) >= most)
      throw new ProblemError('bad_request', {
        fields: [{ name: 'name', expected: `at most ${most} views; remove one first` }],
      })
    await shelf.store.db
      .insertInto('saved_views')
      .values({ id, ...place(shelf), name, filter: JSON.stringify(filter), created_at: Date.now() })
      .execute()
  })
  return id
}

/** Removes one of the person's own, of this very page. Throws `not_found` for any other. */
export async function dropView(id: string, shelf: Shelf): Promise<void> {
  const { numDeletedRows } = await shelf.store.db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where(isOn(shelf))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ProblemError('not_found')
}
