import { type DecisionDraft, decisionDraft as draftSchema } from '@paydesk/shared/cases/decision'
import { dataFreshness } from '@paydesk/shared/core/data-freshness'
import { merchantId, type TransactionId } from '@paydesk/shared/core/ids'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { parseStateRecord, type StateRecord } from '../../payment-service/parsing/wire.ts'
import {
  canonicalizeRecord,
  deserializeRecord,
  serializeRecord,
} from '../../platform/access/serialize-record.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Person } from '../../platform/session/person.ts'
import type { ScopedTransaction } from '../../records/transactions.ts'

/** The desk of one person for one transaction: what they have open, and what they typed. */
export interface SnapshotKey {
  readonly environment: string
  readonly transaction: TransactionId
  readonly person: Person
}

export interface CaseSnapshot {
  readonly print: string
  /** ms since 1970. */
  readonly openedAt: number
  /** What was on screen, by `snapshotText`: to be sealed again wherever it is kept. */
  readonly snapshot: string
  readonly draft: DecisionDraft | null
}

const hourMs = 3_600_000
/** Without a draft nobody comes back for it the next day. */
const snapshotTtlMs = { withoutDraft: 24 * hourMs, withDraft: 7 * 24 * hourMs } as const

/** What a desk is sealed for: what lies on one opens on no other. */
export const snapshotContextFor = (row: {
  readonly environment: string
  readonly transaction_id: string
  readonly issuer: string
  readonly subject: string
}) => `review-desk/${JSON.stringify([row.environment, row.transaction_id, row.issuer, row.subject])}`

const contextForKey = ({ environment, transaction, person: { issuer, subject } }: SnapshotKey) =>
  snapshotContextFor({ environment, transaction_id: transaction, issuer, subject })

/** Sixteen characters of a keyed hash of the whole record: the same only where the service said the same. */
export function hashRecord(record: StateRecord, seal: Pick<FieldCipher, 'blindIndexes'>): string {
  return seal.blindIndexes('review-print', canonicalizeRecord(serializeRecord(record)))[0].slice(0, 16)
}

const snapshotSchema = z.object({
  merchant: merchantId,
  reading: dataFreshness,
  frozen: z.string(),
  fired: z.array(z.string()).optional(),
})

/** A read as text that `readSnapshot` makes the same read of. It holds clear values: seal it at once. */
export function serializeSnapshot({ merchant, reading: read, record, fired }: ScopedTransaction): string {
  return JSON.stringify({ merchant, reading: read, frozen: serializeRecord(record), fired })
}

/** The read that a snapshot was taken of; null where it cannot be made again. */
export function parseSnapshot(text: string): ScopedTransaction | null {
  const { merchant, reading: read, frozen, fired } = snapshotSchema.parse(JSON.parse(text))
  const record = deserializeRecord(frozen, parseStateRecord)
  if (record === null) return null
  return { merchant, reading: read, record, ...(fired === undefined ? {} : { fired }) }
}

function selectSnapshot(db: Kysely<DatabaseSchema>, { environment, transaction, person }: SnapshotKey) {
  return db
    .selectFrom('review_desks')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
}

function updateSnapshot(db: Kysely<DatabaseSchema>, { environment, transaction, person }: SnapshotKey) {
  return db
    .updateTable('review_desks')
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
}

function openDraft(sealed: string | null, place: SnapshotKey, seal: FieldCipher): DecisionDraft | null {
  const text = sealed === null ? null : seal.open(contextForKey(place), sealed)
  return text === null ? null : (draftSchema.safeParse(JSON.parse(text)).data ?? null)
}

/** What this person has open; null where they have not opened it, or too long ago. */
export async function loadCaseSnapshot(
  db: Kysely<DatabaseSchema>,
  place: SnapshotKey,
  seal: FieldCipher,
): Promise<CaseSnapshot | null> {
  const row = await selectSnapshot(db, place).executeTakeFirst()
  const opened = row === undefined ? null : seal.open(contextForKey(place), row.sealed_record)
  if (row === undefined || opened === null) return null
  return {
    print: row.print,
    openedAt: row.opened_at,
    snapshot: opened,
    draft: openDraft(row.draft, place, seal),
  }
}

/** Puts what was read on the person's desk, in the place of what they had open; the draft stays. */
export async function saveCaseSnapshot(
  db: Kysely<DatabaseSchema>,
  place: SnapshotKey,
  read: ScopedTransaction,
  { seal, now }: { readonly seal: FieldCipher; readonly now: number },
): Promise<Pick<CaseSnapshot, 'print' | 'draft'>> {
  await deleteStaleSnapshots(db, now)
  const { environment, transaction, person } = place
  const set = {
    opened_at: now,
    print: hashRecord(read.record, seal),
    sealed_record: seal.seal(contextForKey(place), serializeSnapshot(read)),
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
  return { print: set.print, draft: openDraft(draft, place, seal) }
}

/** Forgets desks that nobody came back to. `now`: ms since 1970. */
export async function deleteStaleSnapshots(db: Kysely<DatabaseSchema>, now: number): Promise<void> {
  await db
    .deleteFrom('review_desks')
    .where('opened_at', '<', now - snapshotTtlMs.withoutDraft)
    .where((eb) => eb.or([eb('draft', 'is', null), eb('opened_at', '<', now - snapshotTtlMs.withDraft)]))
    .execute()
}

/** Keeps what was typed so far, or forgets it with null. False where the person has nothing open there. */
export async function saveDraft(
  db: Kysely<DatabaseSchema>,
  place: SnapshotKey,
  typed: DecisionDraft | null,
  seal: FieldCipher,
): Promise<boolean> {
  const draft = typed === null ? null : seal.seal(contextForKey(place), JSON.stringify(typed))
  const { numUpdatedRows } = await updateSnapshot(db, place).set({ draft }).executeTakeFirst()
  return numUpdatedRows > 0n
}
