import {
  maxSavedViews,
  type PageWithSavedViews,
  type SavedViewChange,
} from '@paydesk/shared/cases/saved-views'
import type { Colleague } from '@paydesk/shared/core/colleague'
import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import { hasPersonalData } from '../../platform/access/personal-data.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { withKeyedMutex } from '../../platform/database/mutex.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { parseStaffRights, worksForOneOf } from '../../records/staff.ts'
import { presentColleague } from '../../records/staff-texts.ts'

/** Views of colleagues that one person sees on one list. */
const maxSharedViews = 60
/** Limit of the shared views that are read to find them. */
const maxSharedRows = 1_000

/** Time (ms) for which a removed view can be restored. */
const restorableMs = 10 * 60_000

/** Owner of saved views: one person, on one page, in one environment. */
export interface SavedViewOwner {
  readonly page: PageWithSavedViews
  readonly actor: Actor
  readonly scope: Scope
  readonly store: Pick<Store, 'db'>
  readonly cipher: FieldCipher
}

export interface StoredSavedView<Filter> {
  readonly view: string
  readonly name: string
  readonly filter: Filter
  readonly by: Colleague
  readonly isShared: boolean
}

function ownerColumns({ page, actor: { session }, scope }: SavedViewOwner) {
  return { issuer: session.issuer, subject: session.subject, environment: scope.environment, page }
}

const isOwnedBy = (owner: SavedViewOwner) => (eb: ExpressionBuilder<DatabaseSchema, 'saved_views'>) =>
  eb.and([eb.and(ownerColumns(owner)), eb('removed_at', 'is', null)])

/** Runs changes of one owner one after the other in this instance: counts and places stay right under concurrent calls. */
const withOwnedViews = <T>(owner: SavedViewOwner, work: () => Promise<T>): Promise<T> =>
  withKeyedMutex(owner.store, `views/${JSON.stringify(ownerColumns(owner))}`, work)

/**
 * Loads the person's own views in their order, then those that colleagues share with the role in force, by name. Skips
 * a view that the page's current filter does not accept. Of colleagues, skips a view that names a merchant out of scope,
 * and those of a person who works for none of the reader's merchants, or no longer in the role.
 */
export async function loadSavedViews<Filter extends object>(
  schema: z.ZodType<Filter>,
  owner: SavedViewOwner,
): Promise<StoredSavedView<Filter>[]> {
  const { actor, scope, page, cipher } = owner
  const { session } = actor
  const own = await owner.store.db
    .selectFrom('saved_views')
    .select(['id', 'name', 'filter', 'shared_role'])
    .where(isOwnedBy(owner))
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .limit(maxSavedViews)
    .execute()
  const shared = await owner.store.db
    .selectFrom('saved_views as v')
    .innerJoin('staff as s', (join) =>
      join.onRef('s.issuer', '=', 'v.issuer').onRef('s.subject', '=', 'v.subject'),
    )
    .select([
      'v.id',
      'v.name',
      'v.filter',
      'v.issuer',
      'v.subject',
      's.name as signed',
      's.roles',
      's.merchants',
    ])
    .where('v.environment', '=', scope.environment)
    .where('v.page', '=', page)
    .where('v.shared_role', '=', session.role)
    .where('v.removed_at', 'is', null)
    .where((eb) => eb.not(eb.and({ 'v.issuer': session.issuer, 'v.subject': session.subject })))
    .orderBy('v.name')
    .orderBy('v.id')
    .limit(maxSharedRows)
    .execute()
  const parse = (filter: string): Filter | undefined => schema.safeParse(JSON.parse(filter)).data
  const ofColleagues = shared.flatMap(({ id, name, filter: text, issuer, subject, signed, ...stored }) => {
    const filter = parse(text)
    const rights = parseStaffRights(stored)
    if (filter === undefined || !namesOnlyMerchantsOf(scope, filter)) return []
    if (!rights.roles.includes(session.role) || !worksForOneOf(rights, scope.merchants)) return []
    const by = presentColleague({ issuer, subject, name: signed }, { session, cipher })
    return [{ view: id, name, filter, by, isShared: true }]
  })
  return [
    ...own.flatMap(({ id, name, filter: text, shared_role }) => {
      const filter = parse(text)
      const by = { name: session.name, me: true }
      return filter === undefined ? [] : [{ view: id, name, filter, by, isShared: shared_role !== null }]
    }),
    ...ofColleagues.slice(0, maxSharedViews),
  ]
}

/** True unless the filter names a merchant that this person does not work for: its name alone would tell of it. */
function namesOnlyMerchantsOf({ merchants }: Scope, filter: object): boolean {
  const named = 'merchant' in filter && typeof filter.merchant === 'string' ? filter.merchant.split(',') : []
  return named.every((merchant) => merchants.some((own) => own === merchant))
}

/** Loads the ids of the person's own views in their order. */
async function loadOwnIds(owner: SavedViewOwner): Promise<string[]> {
  const rows = await owner.store.db
    .selectFrom('saved_views')
    .select('id')
    .where(isOwnedBy(owner))
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Rejects personal data in a name, which is stored in clear text and visible to bystanders. */
function rejectPersonalData(name: string): void {
  if (!hasPersonalData(name)) return
  throw new ProblemError('bad_request', { fields: [{ name: 'name', rule: 'no_personal_data' }] })
}

async function rejectTooMany(owner: SavedViewOwner): Promise<void> {
  if ((await loadOwnIds(owner)).length < maxSavedViews) return
  throw new ProblemError('bad_request', {
    fields: [{ name: 'name', rule: 'max_views', values: { max: maxSavedViews } }],
  })
}

/** Deletes the views that the person removed so long ago that they cannot be restored any more. */
async function purgeRemovedViews(owner: SavedViewOwner, now: number): Promise<void> {
  await owner.store.db
    .deleteFrom('saved_views')
    .where((eb) => eb.and(ownerColumns(owner)))
    .where('removed_at', '<', now - restorableMs)
    .execute()
}

/** Stores a view after the own ones and returns its id. Throws `bad_request` naming `name`. */
export async function insertSavedView(
  { name, filter }: { readonly name: string; readonly filter: object },
  owner: SavedViewOwner,
  now: number,
): Promise<string> {
  rejectPersonalData(name)
  const id = generateId('v')
  // Count and insert under a mutex: of many concurrent views, no more are stored than there is room for.
  await withOwnedViews(owner, async () => {
    await rejectTooMany(owner)
    await purgeRemovedViews(owner, now)
    const { last } = await owner.store.db
      .selectFrom('saved_views')
      .select(({ fn }) => fn.max('position').as('last'))
      .where(isOwnedBy(owner))
      .executeTakeFirstOrThrow()
    const position = last === null ? 0 : Number(last) + 1
    await owner.store.db
      .insertInto('saved_views')
      .values({
        id,
        ...ownerColumns(owner),
        name,
        filter: JSON.stringify(filter),
        created_at: now,
        position,
        shared_role: null,
        removed_at: null,
      })
      .execute()
  })
  return id
}

/** Changes one of the person's own views of this page. Throws `not_found` for any other, `bad_request` for a name. */
export async function changeSavedView(
  id: string,
  change: SavedViewChange,
  owner: SavedViewOwner,
): Promise<void> {
  if ('name' in change) rejectPersonalData(change.name)
  await withOwnedViews(owner, async () => {
    if ('place' in change) await moveSavedView(id, change.place, owner)
    else
      await updateOwnView(id, owner, {
        ...('name' in change
          ? { name: change.name }
          : { shared_role: change.isShared ? owner.actor.session.role : null }),
      })
  })
}

async function updateOwnView(
  id: string,
  owner: SavedViewOwner,
  set: Partial<Pick<DatabaseSchema['saved_views'], 'name' | 'shared_role' | 'removed_at'>>,
): Promise<void> {
  const { numUpdatedRows } = await owner.store.db
    .updateTable('saved_views')
    .set(set)
    .where('id', '=', id)
    .where(isOwnedBy(owner))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ProblemError('not_found')
}

async function moveSavedView(id: string, place: number, owner: SavedViewOwner): Promise<void> {
  const ids = await loadOwnIds(owner)
  if (!ids.includes(id)) throw new ProblemError('not_found')
  const others = ids.filter((each) => each !== id)
  for (const [position, each] of others.toSpliced(place, 0, id).entries())
    await owner.store.db.updateTable('saved_views').set({ position }).where('id', '=', each).execute()
}

/** Removes one of the person's own views of this page, restorable for a while. Throws `not_found` for any other. */
export async function removeSavedView(id: string, owner: SavedViewOwner, now: number): Promise<void> {
  await purgeRemovedViews(owner, now)
  await updateOwnView(id, owner, { removed_at: now })
}

/**
 * Restores a view that the person removed, with its place and sharing; a view that is there stays as it is. Throws
 * `not_found` if that was too long ago, or `bad_request` if there is no room for it any more.
 */
export async function restoreSavedView(id: string, owner: SavedViewOwner, now: number): Promise<void> {
  const { db } = owner.store
  await withOwnedViews(owner, async () => {
    const row = await db
      .selectFrom('saved_views')
      .select('removed_at')
      .where('id', '=', id)
      .where((eb) => eb.and(ownerColumns(owner)))
      .executeTakeFirst()
    const removedAt = row?.removed_at ?? null
    if (row === undefined || (removedAt !== null && removedAt < now - restorableMs))
      throw new ProblemError('not_found')
    if (removedAt === null) return
    await rejectTooMany(owner)
    await db.updateTable('saved_views').set({ removed_at: null }).where('id', '=', id).execute()
  })
}
