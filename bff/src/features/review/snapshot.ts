import { merchantId, type TransactionId } from '@paydesk/shared/core/ids'
import { reading } from '@paydesk/shared/core/reading'
import { type Draft, draft as draftSchema } from '@paydesk/shared/work/decision'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type StateRecord, stateRecord } from '../../payment-service/parsing/wire.ts'
import { freeze, inOrder, thaw } from '../../platform/access/freeze.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Person } from '../../platform/session/person.ts'
import type { OwnTransaction } from '../../records/transactions.ts'

/** The desk of one person for one transaction: what they have open, and what they typed. */
export interface DeskPlace {
  readonly environment: string
  readonly transaction: TransactionId
  readonly person: Person
}

export interface Desk {
  readonly print: string
  /** ms since 1970. */
  readonly openedAt: number
  /** What was on screen, by `snapshotText`: to be sealed again wherever it is kept. */
  readonly snapshot: string
  readonly draft: Draft | null
}

const hour = 3_600_000
/** Without a draft nobody comes back for it the next day. */
const keptMs = { withoutDraft: 24 * hour, withDraft: 7 * 24 * hour } as const

/** What a desk is sealed for: what lies on one opens on no other. */
export const deskPurpose = (row: {
  readonly environment: string
  readonly transaction_id: string
  readonly issuer: string
  readonly subject: string
}) => `review-desk/${JSON.stringify([row.environment, row.transaction_id, row.issuer, row.subject])}`

const purposeOf = ({ environment, transaction, person: { issuer, subject } }: DeskPlace) =>
  deskPurpose({ environment, transaction_id: transaction, issuer, subject })

/** Sixteen characters of a keyed hash of the whole record: the same only where the service said the same. */
export function printOf(record: StateRecord, seal: Pick<Seal, 'lookups'>): string {
  return seal.lookups('review-print', inOrder(freeze(record)))[0].slice(0, 16)
}

const snapshot = z.object({
  merchant: merchantId,
  reading,
  frozen: z.string(),
  fired: z.array(z.string()).optional(),
})

/** A read as text that `readSnapshot` makes the same read of. It holds clear values: seal it at once. */
export function snapshotText({ merchant, reading: read, record, fired }: OwnTransaction): string {
  return JSON.stringify({ merchant, reading: read, frozen: freeze(record), fired })
}

/** The read that a snapshot was taken of; null where it cannot be made again. */
export function readSnapshot(text: string): OwnTransaction | null {
  const { merchant, reading: read, frozen, fired } = snapshot.parse(JSON.parse(text))
  const record = thaw(frozen, stateRecord)
  if (record === null) return null
  return { merchant, reading: read, record, ...(fired === undefined ? {} : { fired }) }
}

function ofPlace(db: Kysely<Schema>, { environment, transaction, person }: DeskPlace) {
  return db
    .selectFrom('review_desks')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
}

function changeAt(db: Kysely<Schema>, { environment, transaction, person }: DeskPlace) {
  return db
    .updateTable('review_desks')
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
}

function readDraft(sealed: string | null, place: DeskPlace, seal: Seal): Draft | null {
  const text = sealed === null ? null : seal.open(purposeOf(place), sealed)
  return text === null ? null : (draftSchema.safeParse(JSON.parse(text)).data ?? null)
}

/** What this person has open; null where they have not opened it, or too long ago. */
export async function deskOf(db: Kysely<Schema>, place: DeskPlace, seal: Seal): Promise<Desk | null> {
  const row = await ofPlace(db, place).executeTakeFirst()
  const opened = row === undefined ? null : seal.open(purposeOf(place), row.sealed_record)
  if (row === undefined || opened === null) return null
  return {
    print: row.print,
    openedAt: row.opened_at,
    snapshot: opened,
    draft: readDraft(row.draft, place, seal),
  }
}

/** Puts what was read on the person's desk, in the place of what they had open; the draft stays. */
export async function openDesk(
  db: Kysely<Schema>,
  place: DeskPlace,
  read: OwnTransaction,
  { seal, now }: { readonly seal: Seal; readonly now: number },
): Promise<Pick<Desk, 'print' | 'draft'>> {
  await clearDesks(db, now)
  const { environment, transaction, person } = place
  const set = {
    opened_at: now,
    print: printOf(read.record, seal),
    sealed_record: seal.seal(purposeOf(place), snapshotText(read)),
  }
  const { draft } = await db
    .insertInto('review_desks')
    .values({
      environment,
      transaction_id: transaction,
      issuer: person.issuer,
      subject: person.subject,
      ...set,
      draft: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'transaction_id', 'issuer', 'subject']).doUpdateSet(set),
    )
    .returning('draft')
    .executeTakeFirstOrThrow()
  return { print: set.print, draft: readDraft(draft, place, seal) }
}

/** Forgets desks that nobody came back to. `now`: ms since 1970. */
export async function clearDesks(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .deleteFrom('review_desks')
    .where('opened_at', '<', now - keptMs.withoutDraft)
    .where((eb) => eb.or([eb('draft', 'is', null), eb('opened_at', '<', now - keptMs.withDraft)]))
    .execute()
}

/** Keeps what was typed so far, or forgets it with null. False where the person has nothing open there. */
export async function keepDraft(
  db: Kysely<Schema>,
  place: DeskPlace,
  typed: Draft | null,
  seal: Seal,
): Promise<boolean> {
  const draft = typed === null ? null : seal.seal(purposeOf(place), JSON.stringify(typed))
  const { numUpdatedRows } = await changeAt(db, place).set({ draft }).executeTakeFirst()
  return numUpdatedRows > 0n
}
