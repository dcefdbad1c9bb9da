import type { ReviewNote } from '@paydesk/shared/work/review'
import type { Kysely, Transaction } from 'kysely'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { isPerson, type Person } from '../../platform/session/person.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { mentionsIn } from './mentions.ts'
import { type Looking, openSealed, showNote } from './present.ts'

/** Somebody who writes, as a session has them. */
export interface Writer extends Person {
  readonly name: string
}

export interface NewNote {
  readonly environment: string
  readonly transaction: string
  readonly by: Writer
  readonly what: ReviewNote['what']
  readonly text: string
}

/** Newest that are shown beside one item. */
const most = 200

/** Writes a note beside an item and gives its number, for the item's `last_note`. */
export async function writeNote(
  trx: Transaction<Schema>,
  { environment, transaction, by, what, text }: NewNote,
  { seal, now }: { readonly seal: Seal; readonly now: number },
): Promise<number> {
  const { seq } = await trx
    .insertInto('review_notes')
    .values({
      environment,
      transaction_id: transaction,
      at: now,
      issuer: by.issuer,
      subject: by.subject,
      name: seal.seal(reviewSealed, by.name),
      what,
      sealed: seal.seal(reviewSealed, text),
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

/** What was written beside a transaction, newest first, as this person may see it. */
export async function notesOf(
  db: Kysely<Schema>,
  environment: string,
  transaction: string,
  looking: Looking,
): Promise<ReviewNote[]> {
  const rows = await db
    .selectFrom('review_notes')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  const numbers = rows.map(({ seq }) => seq)
  const named = await mentionsIn(db, numbers, looking)
  return rows.map(({ seq, at, name, what, sealed, ...by }) => ({
    seq,
    at: new Date(at).toISOString(),
    by: { name: openSealed(name, looking.seal), me: isPerson(by, looking.session) },
    what,
    text: showNote(sealed, looking),
    mentions: named.get(seq) ?? [],
  }))
}
