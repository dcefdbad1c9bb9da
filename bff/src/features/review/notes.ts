import type { CaseNote } from '@paydesk/shared/cases/review-cases'
import type { Kysely, Transaction } from 'kysely'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Person } from '../../platform/session/person.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { presentColleague, presentStaffText } from '../../records/staff-texts.ts'
import { loadMentions } from './mentions.ts'
import type { CaseViewer } from './present.ts'

/** Author of a note, as identified by the session. */
export interface NoteAuthor extends Person {
  readonly name: string
}

export interface NewCaseNote {
  readonly environment: string
  readonly transaction: string
  readonly by: NoteAuthor
  readonly what: CaseNote['kind']
  readonly text: string
}

/** Notes shown in one answer; the newest are kept. */
export const maxListedCaseNotes = 200

/** Inserts a case note. Returns its number, for the `last_note` column of the case. */
export async function insertCaseNote(
  trx: Transaction<DatabaseSchema>,
  { environment, transaction, by, what, text }: NewCaseNote,
  { cipher, now }: { readonly cipher: FieldCipher; readonly now: number },
): Promise<number> {
  const { seq } = await trx
    .insertInto('review_notes')
    .values({
      environment,
      transaction_id: transaction,
      at: now,
      issuer: by.issuer,
      subject: by.subject,
      name: cipher.seal(staffTextCipherContext, by.name),
      what,
      sealed: cipher.seal(staffTextCipherContext, text),
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

/** Returns the notes of these transactions by transaction, newest first, masked for this viewer. */
export async function loadNotesByTransaction(
  db: Kysely<DatabaseSchema>,
  environment: string,
  transactions: readonly string[],
  caseViewer: CaseViewer,
): Promise<{ readonly transaction: string; readonly note: CaseNote }[]> {
  if (transactions.length === 0) return []
  const rows = await db
    .selectFrom('review_notes')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', 'in', transactions)
    .orderBy('seq', 'desc')
    .limit(maxListedCaseNotes)
    .execute()
  const numbers = rows.map(({ seq }) => seq)
  const named = await loadMentions(db, numbers, caseViewer)
  return rows.map(({ seq, at, what, sealed, transaction_id, ...by }) => ({
    transaction: transaction_id,
    note: {
      seq,
      at: new Date(at).toISOString(),
      by: presentColleague(by, caseViewer),
      kind: what,
      text: presentStaffText(sealed, caseViewer),
      mentions: named.get(seq) ?? [],
    },
  }))
}

/** Returns the notes of a transaction, newest first, masked for this viewer. */
export async function loadCaseNotes(
  db: Kysely<DatabaseSchema>,
  environment: string,
  transaction: string,
  caseViewer: CaseViewer,
): Promise<CaseNote[]> {
  const found = await loadNotesByTransaction(db, environment, [transaction], caseViewer)
  return found.map(({ note }) => note)
}
