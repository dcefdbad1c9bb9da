import { type Kysely, sql, type Transaction } from 'kysely'
import { databaseClock } from '../../platform/database/clock.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { transact, transactInCall } from '../../platform/database/transaction.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { isPerson, type Person } from '../../platform/session/person.ts'
import { appendChange } from '../../records/changes.ts'
import {
  type ItemRow,
  isOwned,
  isOwnedBy,
  itemChange,
  itemTurn,
  openItem,
  reviewSealed,
  type Sees,
} from '../../records/review-items.ts'
import { type Writer, writeNote } from './notes.ts'

export interface ClaimNeeds {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly seal: Seal
}

export interface Wanted {
  readonly sees: Sees
  readonly transaction: string
  readonly person: Writer
}

/** `over`: from a colleague who had it. `held`: a colleague has it. `gone`: it is not in review, or not theirs to see. */
export type Taken =
  | { readonly answer: 'taken'; readonly over: boolean; readonly item: ItemRow }
  | { readonly answer: 'held'; readonly item: ItemRow }
  | { readonly answer: 'gone' }

/**
 * Takes an item for `ms` by the database's clock, or prolongs one's own claim. One statement decides, so
 * that of any number of people one has it. With `takeOver` it is taken from whoever has it, and the text
 * stays beside the item as a note for them.
 */
export async function takeItem(
  needs: ClaimNeeds,
  wanted: Wanted,
  { ms, takeOver, now }: { readonly ms: number; readonly takeOver: string | undefined; readonly now: number },
): Promise<Taken> {
  const { store } = needs
  const { sees, transaction, person } = wanted
  const taken = await transactInCall(store, itemTurn(sees, transaction), async (trx): Promise<Taken> => {
    const look = (lock: boolean) => openItem(trx, { dialect: store.dialect, lock }, sees, transaction)
    const before = takeOver === undefined ? undefined : await look(true)
    const seq = await claim(trx, needs, wanted, { ms, evenOwned: before !== undefined })
    if (seq === null) {
      const held = await look(false)
      return held === undefined ? { answer: 'gone' } : { answer: 'held', item: held }
    }
    const isOthers = before !== undefined && !isPerson(person, ownerOf(before))
    if (isOthers && takeOver !== undefined) await noteTakeOver(trx, needs, wanted, { seq, takeOver, now })
    const item = await look(false)
    if (item === undefined) throw new Error('an item was taken and not found')
    await appendChange(trx, store.dialect, itemChange(item), now)
    return { answer: 'taken', over: isOthers && isOwned(before), item }
  })
  if (taken.answer === 'taken') store.wake('changes')
  return taken
}

const ownerOf = ({ owner_issuer, owner_subject }: ItemRow): Person => ({
  issuer: owner_issuer ?? '',
  subject: owner_subject ?? '',
})

/** The row's number where it is theirs now; null where a colleague has it or it is not in review. */
async function claim(
  trx: Transaction<Schema>,
  { store, seal }: ClaimNeeds,
  { sees: { environment, merchants, every }, transaction, person: { issuer, subject, name } }: Wanted,
  { ms, evenOwned }: { readonly ms: number; readonly evenOwned: boolean },
): Promise<number | null> {
  const clock = databaseClock(store.dialect)
  const row = await trx
    .updateTable('review_items')
    .set((eb) => ({
      owner_issuer: issuer,
      owner_subject: subject,
      owner_name: seal.seal(reviewSealed, name),
      owner_until: sql<number>`${clock} + ${sql.lit(ms)}`,
      version: eb('version', '+', 1),
    }))
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('merchant', 'in', merchants)
    .where('ended_at', 'is', null)
    .$if(!every, (query) => query.where('concerns', '!=', ''))
    .$if(!evenOwned, (query) =>
      query.where((eb) =>
        eb.or([
          eb('owner_until', '<=', clock),
          eb.and([eb('owner_issuer', '=', issuer), eb('owner_subject', '=', subject)]),
        ]),
      ),
    )
    .returning('seq')
    .executeTakeFirst()
  return row?.seq ?? null
}

async function noteTakeOver(
  trx: Transaction<Schema>,
  { seal }: ClaimNeeds,
  { sees: { environment }, transaction, person }: Wanted,
  { seq, takeOver, now }: { readonly seq: number; readonly takeOver: string; readonly now: number },
): Promise<void> {
  const note = { environment, transaction, by: person, what: 'take_over', text: takeOver } as const
  const last_note = await writeNote(trx, note, { seal, now })
  await trx.updateTable('review_items').set({ last_note }).where('seq', '=', seq).execute()
}

/**
 * Inside a transaction that writes because this person has the item: the item where their claim holds, and
 * then nobody takes it before the transaction ends; else null.
 */
export async function holds(
  trx: Transaction<Schema>,
  dialect: Store['dialect'],
  { sees, transaction, person }: { sees: Sees; transaction: string; person: Person },
): Promise<ItemRow | null> {
  const item = await openItem(trx, { dialect, lock: true }, sees, transaction)
  return item !== undefined && isOwnedBy(item, person) ? item : null
}

/** Gives one's own claim back; gives the item as it is then, null where it is not in review. */
export async function releaseItem(
  { store }: ClaimNeeds,
  { sees, transaction, person }: Omit<Wanted, 'person'> & { readonly person: Person },
  now: number,
): Promise<ItemRow | null> {
  const { dialect } = store
  const item = await transactInCall(store, itemTurn(sees, transaction), async (trx) => {
    const rows = await letGo(trx, person, { environment: sees.environment, transaction })
    const after = await openItem(trx, { dialect }, sees, transaction)
    await appendChange(trx, dialect, rows.map(itemChange), now)
    return after ?? null
  })
  store.wake('changes')
  return item
}

/** Ends this person's claims: of one transaction, or all. */
function letGo(
  db: Kysely<Schema>,
  { issuer, subject }: Person,
  one?: { readonly environment: string; readonly transaction: string },
) {
  const claims = db
    .updateTable('review_items')
    .set((eb) => ({ owner_until: 0, version: eb('version', '+', 1) }))
    .where('owner_subject', '=', subject)
    .where('owner_issuer', '=', issuer)
    .where('owner_until', '>', 0)
    .where('ended_at', 'is', null)
    .returning(['environment', 'merchant', 'transaction_id', 'version'])
  if (one === undefined) return claims.execute()
  return claims
    .where('environment', '=', one.environment)
    .where('transaction_id', '=', one.transaction)
    .execute()
}

/**
 * For the end of a person's last session: what they had is free at once. Where it cannot be written the
 * claims run out by themselves, so nobody's signing out fails for it.
 */
export function makeReleaseAll({
  store,
  log,
}: {
  readonly store: ClaimNeeds['store']
  readonly log: Log
}): (person: Person) => Promise<void> {
  return async (person) => {
    try {
      const rows = await transact(store, async (trx) => {
        const released = await letGo(trx, person)
        await appendChange(trx, store.dialect, released.map(itemChange), Date.now())
        return released
      })
      if (rows.length > 0) store.wake('changes')
    } catch (error) {
      log.error({ err: error }, 'claims of somebody who signed out could not be released')
    }
  }
}
