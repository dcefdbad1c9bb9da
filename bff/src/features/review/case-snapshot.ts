import { type DecisionDraft, decisionDraftSchema as draftSchema } from '@paydesk/shared/cases/decisions'
import { dataFreshnessSchema } from '@paydesk/shared/core/data-freshness'
import { merchantIdSchema, type TransactionId } from '@paydesk/shared/core/ids'
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

/** Key of one person's snapshot for one transaction: the record they have open, and their draft. */
export interface CaseSnapshotKey {
  readonly environment: string
  readonly transaction: TransactionId
  readonly person: Person
}

export interface CaseSnapshot {
  readonly recordHash: string
  /** Time of opening, ms since 1970. */
  readonly openedAt: number
  /** Record on screen, by `serializeCaseSnapshot`, in clear text: encrypt it again before storing it. */
  readonly snapshot: string
  readonly draft: DecisionDraft | null
}

const hourMs = 3_600_000
/** Retention (ms). Without a draft, a snapshot is not needed on the next day. */
const snapshotTtlMs = { withoutDraft: 24 * hourMs, withDraft: 7 * 24 * hourMs } as const

/** Encryption context of a snapshot, bound to its row: a copy in another row cannot be decrypted. */
export const buildCaseSnapshotCipherContext = (row: {
  readonly environment: string
  readonly transaction_id: string
  readonly issuer: string
  readonly subject: string
}) => `review-desk/${JSON.stringify([row.environment, row.transaction_id, row.issuer, row.subject])}`

const contextForKey = ({ environment, transaction, person: { issuer, subject } }: CaseSnapshotKey) =>
  buildCaseSnapshotCipherContext({ environment, transaction_id: transaction, issuer, subject })

/**
 * First 16 characters of a keyed hash of the whole record: equal only if the payment service said the same.
 */
export function hashStateRecord(record: StateRecord, cipher: Pick<FieldCipher, 'blindIndexes'>): string {
  return cipher
    .blindIndexes('review-record-hash', canonicalizeRecord(serializeRecord(record)))[0]
    .slice(0, 16)
}

const snapshotSchema = z.object({
  merchant: merchantIdSchema,
  reading: dataFreshnessSchema,
  frozen: z.string(),
  fired: z.array(z.string()).optional(),
})

/** Serializes a read so that `parseCaseSnapshot` restores it. The text holds clear values: encrypt it at once. */
export function serializeCaseSnapshot({ merchant, reading: read, record, fired }: ScopedTransaction): string {
  return JSON.stringify({ merchant, reading: read, frozen: serializeRecord(record), fired })
}

/** Restores the read of a snapshot; null if its record can no longer be parsed. */
export function parseCaseSnapshot(text: string): ScopedTransaction | null {
  const { merchant, reading: read, frozen, fired } = snapshotSchema.parse(JSON.parse(text))
  const record = deserializeRecord(frozen, parseStateRecord)
  if (record === null) return null
  return { merchant, reading: read, record, ...(fired === undefined ? {} : { fired }) }
}

function selectSnapshot(db: Kysely<DatabaseSchema>, { environment, transaction, person }: CaseSnapshotKey) {
  return db
    .selectFrom('review_drafts')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
}

function updateSnapshot(db: Kysely<DatabaseSchema>, { environment, transaction, person }: CaseSnapshotKey) {
  return db
    .updateTable('review_drafts')
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
}

function openDraft(
  sealed: string | null,
  snapshotKey: CaseSnapshotKey,
  cipher: FieldCipher,
): DecisionDraft | null {
  const text = sealed === null ? null : cipher.open(contextForKey(snapshotKey), sealed)
  return text === null ? null : (draftSchema.safeParse(JSON.parse(text)).data ?? null)
}

/** Returns what this person has open; null if they have not opened the transaction, or too long ago. */
export async function loadCaseSnapshot(
  db: Kysely<DatabaseSchema>,
  snapshotKey: CaseSnapshotKey,
  cipher: FieldCipher,
): Promise<CaseSnapshot | null> {
  const row = await selectSnapshot(db, snapshotKey).executeTakeFirst()
  const opened = row === undefined ? null : cipher.open(contextForKey(snapshotKey), row.sealed_record)
  if (row === undefined || opened === null) return null
  return {
    recordHash: row.record_hash,
    openedAt: row.opened_at,
    snapshot: opened,
    draft: openDraft(row.draft, snapshotKey, cipher),
  }
}

/** Stores a read as the person's snapshot, in place of the previous one; the draft stays. */
export async function saveCaseSnapshot(
  db: Kysely<DatabaseSchema>,
  snapshotKey: CaseSnapshotKey,
  read: ScopedTransaction,
  { cipher, now }: { readonly cipher: FieldCipher; readonly now: number },
): Promise<Pick<CaseSnapshot, 'recordHash' | 'draft'>> {
  await deleteStaleCaseSnapshots(db, now)
  const { environment, transaction, person } = snapshotKey
  const set = {
    opened_at: now,
    record_hash: hashStateRecord(read.record, cipher),
    sealed_record: cipher.seal(contextForKey(snapshotKey), serializeCaseSnapshot(read)),
  }
  const { draft } = await db
    .insertInto('review_drafts')
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
  return { recordHash: set.record_hash, draft: openDraft(draft, snapshotKey, cipher) }
}

/** Deletes snapshots that were left too long ago. `now`: ms since 1970. */
export async function deleteStaleCaseSnapshots(db: Kysely<DatabaseSchema>, now: number): Promise<void> {
  await db
    .deleteFrom('review_drafts')
    .where('opened_at', '<', now - snapshotTtlMs.withoutDraft)
    .where((eb) => eb.or([eb('draft', 'is', null), eb('opened_at', '<', now - snapshotTtlMs.withDraft)]))
    .execute()
}

/** Saves the draft, or deletes the draft if `typed` is null. Returns false if the person has no snapshot. */
export async function storeDecisionDraft(
  db: Kysely<DatabaseSchema>,
  snapshotKey: CaseSnapshotKey,
  typed: DecisionDraft | null,
  cipher: FieldCipher,
): Promise<boolean> {
  const draft = typed === null ? null : cipher.seal(contextForKey(snapshotKey), JSON.stringify(typed))
  const { numUpdatedRows } = await updateSnapshot(db, snapshotKey).set({ draft }).executeTakeFirst()
  return numUpdatedRows > 0n
}
