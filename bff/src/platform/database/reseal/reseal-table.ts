import type { Selectable } from 'kysely'
import type { FieldCipher } from '../field-cipher.ts'
import type { DatabaseSchema } from '../schema/schema.ts'

/** What a stored value was sealed for, by its table. */
export interface CipherContexts {
  handle(row: Pick<Selectable<DatabaseSchema['handles']>, 'kind' | 'environment' | 'merchant'>): string
  inbox(row: Pick<Selectable<DatabaseSchema['inbox']>, 'environment' | 'digest'>): string
  reason(row: Pick<Selectable<DatabaseSchema['reprocessings']>, 'environment' | 'inbox_seq'>): string
  importLine(row: { readonly environment: string; readonly import_id: string }): string
  /** Names and texts of staff beside reviews. */
  readonly staff: string
  snapshot(row: { readonly environment: string; readonly id: string }): string
  desk(row: ReviewSnapshotKey): string
  /** A part of a payment request. */
  request(row: { readonly environment: string; readonly id: string }, part: PaymentRequestPart): string
}

/** What is kept of a payment request under seal, beside its maker's name. */
export type PaymentRequestPart = 'typed' | 'address' | 'secret'

export type ReviewSnapshotKey = Pick<
  Selectable<DatabaseSchema['review_desks']>,
  'environment' | 'transaction_id' | 'issuer' | 'subject'
>

export interface ResealCounts {
  /** Sealed anew under the current key. */
  readonly changed: number
  /** Opened by no key that is given: they stay as they are. */
  readonly undecryptable: number
}

/** Walks a table in the order of its key, so that rows which stay as they are stop nothing. */
export async function resealTable<Row extends { readonly sealed: string }, Key>(
  page: (after: Key | null) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
  reseal: (row: Row) => Promise<boolean>,
  seal: FieldCipher,
): Promise<ResealCounts> {
  let [changed, unopened] = [0, 0]
  let after: Key | null = null
  for (;;) {
    const rows = await page(after)
    const last = rows.at(-1)
    if (last === undefined) return { changed, undecryptable: unopened }
    for (const row of rows.filter(({ sealed }) => !seal.isCurrent(sealed))) {
      if (await reseal(row)) changed += 1
      else unopened += 1
    }
    after = keyOf(last)
  }
}
