import { indexFilter, type newView, type SavedView } from '@paydesk/shared/indexed'
import type { z } from 'zod'
import { holdsPersonal } from '../access/personal.ts'
import { ProblemError } from '../http/problem.ts'
import type { Actor, Scope } from '../http/route.ts'
import type { Store } from '../store/database.ts'
import { newId } from '../store/new-id.ts'

/** Views of one person in one environment at most. */
export const mostViews = 30

function owned({ session }: Actor, { environment }: Scope) {
  return { issuer: session.issuer, subject: session.subject, environment }
}

/** The person's own views, by name. One that today's filter does not take is left out. */
export async function viewsOf(actor: Actor, scope: Scope, store: Store): Promise<SavedView[]> {
  const own = owned(actor, scope)
  const rows = await store.db
    .selectFrom('saved_views')
    .select(['id', 'name', 'filter'])
    .where('issuer', '=', own.issuer)
    .where('subject', '=', own.subject)
    .where('environment', '=', own.environment)
    .orderBy('name')
    .orderBy('id')
    .limit(mostViews)
    .execute()
  return rows.flatMap(({ id, name, filter }) => {
    const read = indexFilter.safeParse(JSON.parse(filter))
    return read.success ? [{ view: id, name, filter: read.data }] : []
  })
}

/** A name is kept in clear and shown to whoever looks over a shoulder: nothing of a customer belongs in it. */
function refusePersonal(name: string): void {
  if (!holdsPersonal(name)) return
  const expected = 'a name without an e-mail address, an account, a card or a telephone number'
  throw new ProblemError('bad_request', { fields: [{ name: 'name', expected }] })
}

/** Keeps a view and gives its id. Throws `bad_request` naming `name`. */
export async function keepView(
  view: z.output<typeof newView>,
  actor: Actor,
  scope: Scope,
  store: Store,
): Promise<string> {
  refusePersonal(view.name)
  const own = owned(actor, scope)
  if ((await viewsOf(actor, scope, store)).length >= mostViews)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'name', expected: `at most ${mostViews} views; remove one first` }],
    })
  const id = newId('v')
  await store.db
    .insertInto('saved_views')
    .values({ id, ...own, name: view.name, filter: JSON.stringify(view.filter), created_at: Date.now() })
    .execute()
  return id
}

/** Removes one of the person's own. Throws `not_found` for any other. */
export async function dropView(id: string, actor: Actor, scope: Scope, store: Store): Promise<void> {
  const own = owned(actor, scope)
  const { numDeletedRows } = await store.db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('issuer', '=', own.issuer)
    .where('subject', '=', own.subject)
    .where('environment', '=', own.environment)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ProblemError('not_found')
}
