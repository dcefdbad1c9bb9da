import type { PageWithSavedViews } from '@paydesk/shared/cases/saved-views'
import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import { hasPersonalData } from '../../platform/access/personal-data.ts'
import type { Store } from '../../platform/database/database.ts'
import { withKeyedMutex } from '../../platform/database/mutex.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'

/** Views per person, page and environment. */
const maxViews = 30

/** Owner of saved views: one person, on one page, in one environment. */
export interface SavedViewOwner {
  readonly page: PageWithSavedViews
  readonly actor: Actor
  readonly scope: Scope
  readonly store: Pick<Store, 'db'>
}

export interface StoredSavedView<Filter> {
  readonly view: string
  readonly name: string
  readonly filter: Filter
}

function ownerColumns({ page, actor: { session }, scope }: SavedViewOwner) {
  return { issuer: session.issuer, subject: session.subject, environment: scope.environment, page }
}

const isOwnedBy = (owner: SavedViewOwner) => (eb: ExpressionBuilder<DatabaseSchema, 'saved_views'>) =>
  eb.and(ownerColumns(owner))

/** Loads the person's own views, by name. Skips a view that the page's current filter does not accept. */
export async function loadSavedViews<Filter>(
  schema: z.ZodType<Filter>,
  owner: SavedViewOwner,
): Promise<StoredSavedView<Filter>[]> {
  const rows = await owner.store.db
    .selectFrom('saved_views')
    .select(['id', 'name', 'filter'])
    .where(isOwnedBy(owner))
    .orderBy('name')
    .orderBy('id')
    .limit(maxViews)
    .execute()
  return rows.flatMap(({ id, name, filter }) => {
    const read = schema.safeParse(JSON.parse(filter))
    return read.success ? [{ view: id, name, filter: read.data }] : []
  })
}

async function countSavedViews(owner: SavedViewOwner): Promise<number> {
  const { count } = await owner.store.db
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isOwnedBy(owner))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Rejects personal data in a name, which is stored in clear text and visible to bystanders. */
function rejectPersonalData(name: string): void {
  if (!hasPersonalData(name)) return
  throw new ProblemError('bad_request', { fields: [{ name: 'name', rule: 'no_personal_data' }] })
}

/** Stores a view and returns its id. Throws `bad_request` naming `name`. */
export async function insertSavedView(
  { name, filter }: { readonly name: string; readonly filter: object },
  owner: SavedViewOwner,
): Promise<string> {
  rejectPersonalData(name)
  const id = generateId('v')
  // Count and insert under a mutex: of many concurrent views, no more are stored than there is room for.
  await withKeyedMutex(owner.store, `views/${JSON.stringify(ownerColumns(owner))}`, async () => {
    if ((await countSavedViews(owner)) >= maxViews)
      throw new ProblemError('bad_request', {
        fields: [{ name: 'name', rule: 'max_views', values: { max: maxViews } }],
      })
    await owner.store.db
      .insertInto('saved_views')
      .values({ id, ...ownerColumns(owner), name, filter: JSON.stringify(filter), created_at: Date.now() })
      .execute()
  })
  return id
}

/** Deletes one of the person's own views of this page. Throws `not_found` for any other. */
export async function deleteSavedView(id: string, owner: SavedViewOwner): Promise<void> {
  const { numDeletedRows } = await owner.store.db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where(isOwnedBy(owner))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ProblemError('not_found')
}
