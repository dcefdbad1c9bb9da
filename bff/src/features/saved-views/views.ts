import {
  maxSavedViews,
  type PageWithSavedViews,
  type SavedViewChange,
} from '@paydesk/shared/cases/saved-views'
import type { Colleague } from '@paydesk/shared/core/colleague'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { hasPersonalData } from '../../platform/access/personal-data.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import type { Person } from '../../platform/session/person.ts'
import { parseStaffRights, worksForAnyMerchant } from '../../records/staff.ts'
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
  readonly person: Person
  readonly role: Role
  readonly environment: EnvironmentName
  readonly store: Pick<Store, 'db' | 'dialect'>
}

/** Reader of the views of one page: the own ones, and those that colleagues share. */
export interface SavedViewReader {
  readonly owner: SavedViewOwner
  readonly actor: Actor
  readonly scope: Scope
  readonly cipher: FieldCipher
}

export interface StoredSavedView<Filter> {
  readonly view: string
  readonly name: string
  readonly filter: Filter
  readonly by: Colleague
  readonly isShared: boolean
}

function ownerColumns({ page, person: { issuer, subject }, environment }: SavedViewOwner) {
  return { issuer, subject, environment, page }
}

const isOwnedBy = (owner: SavedViewOwner) => (eb: ExpressionBuilder<DatabaseSchema, 'saved_views'>) =>
  eb.and([eb.and(ownerColumns(owner)), eb('removed_at', 'is', null)])

type Transaction = Kysely<DatabaseSchema>

/**
 * Runs a change of one owner in a transaction, one after the other over all instances: counts and places stay right
 * under concurrent calls, and a change that fails leaves them as they were.
 */
function changeOwnedViews<T>(owner: SavedViewOwner, work: (trx: Transaction) => Promise<T>): Promise<T> {
  const { store } = owner
  const key = JSON.stringify(ownerColumns(owner))
  return withRequestTransaction(store, `views/${key}`, async (trx) => {
    // Hold the lock until the commit: a row lock would not stop another instance from inserting.
    if (store.dialect === 'postgres')
      await sql`select pg_advisory_xact_lock(7351914, hashtext(${key}))`.execute(trx)
    return work(trx)
  })
}

/**
 * Loads the person's own views in their order, then those that colleagues share with the role in force, by name. Skips
 * a view that the page's current filter does not accept. Of colleagues, skips a view that names a merchant out of scope,
 * and those of a person who works for none of the reader's merchants, or no longer in the role.
 */
export async function loadSavedViews<Filter extends object>(
  schema: z.ZodType<Filter>,
  { owner, actor, scope, cipher }: SavedViewReader,
): Promise<StoredSavedView<Filter>[]> {
  const { page } = owner
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
    if (!rights.roles.includes(session.role) || !worksForAnyMerchant(rights, scope.merchants)) return []
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

/** Returns true unless the filter names a merchant that this person does not work for: the name alone reveals the merchant. */
function namesOnlyMerchantsOf({ merchants }: Scope, filter: object): boolean {
  const named = 'merchant' in filter && typeof filter.merchant === 'string' ? filter.merchant.split(',') : []
  return named.every((merchant) => merchants.some((own) => own === merchant))
}

/** Loads the ids of the person's own views in their order. */
async function loadOwnIds(owner: SavedViewOwner, trx: Transaction): Promise<string[]> {
  const rows = await trx
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

async function rejectTooMany(owner: SavedViewOwner, trx: Transaction): Promise<void> {
  if ((await loadOwnIds(owner, trx)).length < maxSavedViews) return
  throw new ProblemError('bad_request', {
    fields: [{ name: 'name', rule: 'max_views', values: { max: maxSavedViews } }],
  })
}

/**
 * Deletes the views that the person removed so long ago that they cannot be restored any more, and the oldest beyond
 * the number of views that a person may have: saving and removing in a loop leaves no more rows than that.
 */
async function purgeRemovedViews(owner: SavedViewOwner, now: number, trx: Transaction): Promise<void> {
  const removed = await trx
    .selectFrom('saved_views')
    .select(['id', 'removed_at'])
    .where((eb) => eb.and(ownerColumns(owner)))
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .orderBy('id')
    .execute()
  const ids = removed
    .filter(({ removed_at }, nth) => nth >= maxSavedViews || (removed_at ?? 0) < now - restorableMs)
    .map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('saved_views').where('id', 'in', ids).execute()
}

/** Stores a view after the own ones and returns its id. Throws `bad_request` naming `name`. */
export async function insertSavedView(
  { name, filter }: { readonly name: string; readonly filter: object },
  owner: SavedViewOwner,
  now: number,
): Promise<string> {
  rejectPersonalData(name)
  const id = generateId('v')
  // Count and insert in one change: of many concurrent views, no more are stored than there is room for.
  await changeOwnedViews(owner, async (trx) => {
    await rejectTooMany(owner, trx)
    await purgeRemovedViews(owner, now, trx)
    const { last } = await trx
      .selectFrom('saved_views')
      .select(({ fn }) => fn.max('position').as('last'))
      .where(isOwnedBy(owner))
      .executeTakeFirstOrThrow()
    const position = last === null ? 0 : Number(last) + 1
    await trx
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
  await changeOwnedViews(owner, async (trx) => {
    if ('place' in change) await moveSavedView(id, change.place, owner, trx)
    else
      await updateOwnView(
        id,
        owner,
        'name' in change ? { name: change.name } : { shared_role: change.isShared ? owner.role : null },
        trx,
      )
  })
}

async function updateOwnView(
  id: string,
  owner: SavedViewOwner,
  set: Partial<Pick<DatabaseSchema['saved_views'], 'name' | 'shared_role' | 'removed_at'>>,
  trx: Transaction,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('saved_views')
    .set(set)
    .where('id', '=', id)
    .where(isOwnedBy(owner))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ProblemError('not_found')
}

async function moveSavedView(
  id: string,
  place: number,
  owner: SavedViewOwner,
  trx: Transaction,
): Promise<void> {
  const ids = await loadOwnIds(owner, trx)
  if (!ids.includes(id)) throw new ProblemError('not_found')
  const others = ids.filter((each) => each !== id)
  for (const [position, each] of others.toSpliced(place, 0, id).entries())
    await trx.updateTable('saved_views').set({ position }).where('id', '=', each).execute()
}

/** Removes one of the person's own views of this page, restorable for a while. Throws `not_found` for any other. */
export async function removeSavedView(id: string, owner: SavedViewOwner, now: number): Promise<true> {
  await changeOwnedViews(owner, async (trx) => {
    await updateOwnView(id, owner, { removed_at: now }, trx)
    await purgeRemovedViews(owner, now, trx)
  })
  return true
}

/**
 * Restores a view that the person removed, with its place and sharing. Returns false for a view that is there: it stays
 * as it is. Throws `not_found` if that was too long ago, or `bad_request` if there is no room for it any more.
 */
export function restoreSavedView(id: string, owner: SavedViewOwner, now: number): Promise<boolean> {
  return changeOwnedViews(owner, async (trx) => {
    const row = await trx
      .selectFrom('saved_views')
      .select('removed_at')
      .where('id', '=', id)
      .where((eb) => eb.and(ownerColumns(owner)))
      .executeTakeFirst()
    const removedAt = row?.removed_at ?? null
    if (row === undefined || (removedAt !== null && removedAt < now - restorableMs))
      throw new ProblemError('not_found')
    if (removedAt === null) return false
    await rejectTooMany(owner, trx)
    await trx.updateTable('saved_views').set({ removed_at: null }).where('id', '=', id).execute()
    return true
  })
}
