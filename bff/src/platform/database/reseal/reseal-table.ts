import type { Selectable } from 'kysely'
import type { FieldCipher } from '../field-cipher.ts'
import type { DatabaseSchema } from '../schema/schema.ts'

/** Cipher contexts of stored values, by table. */
export interface CipherContexts {
  handle(row: Pick<Selectable<DatabaseSchema['handles']>, 'kind' | 'environment' | 'merchant'>): string
  notification_queue(
    row: Pick<Selectable<DatabaseSchema['notification_queue']>, 'environment' | 'digest'>,
  ): string
  reason(
    row: Pick<Selectable<DatabaseSchema['notification_reprocessings']>, 'environment' | 'notification_seq'>,
  ): string
  importLine(row: { readonly environment: string; readonly import_id: string }): string
  /** Context of names and texts of staff. */
  readonly staff: string
  snapshot(row: { readonly environment: string; readonly id: string }): string
  desk(row: ReviewSnapshotKey): string
  draft(row: { readonly environment: string; readonly id: string }): string
  /** Context of one part of a payment request. */
  request(
    row: { readonly environment: string; readonly id: string },
    part: EncryptedPaymentRequestPart,
  ): string
}

/** Encrypted parts of a payment request, besides the name of its maker. */
export type EncryptedPaymentRequestPart = 'form' | 'link' | 'secret'

export type ReviewSnapshotKey = Pick<
  Selectable<DatabaseSchema['review_drafts']>,
  'environment' | 'transaction_id' | 'issuer' | 'subject'
>

export interface ResealCounts {
  /** Number of values re-encrypted under the current key. */
  readonly changed: number
  /** Number of values that no given key decrypts; such values stay unchanged. */
  readonly undecryptable: number
}

/** Walks a table with keyset pagination, so that rows that stay unchanged do not stop the walk. */
export async function resealTable<Row extends { readonly sealed: string }, Key>(
  page: (after: Key | null) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
  reseal: (row: Row) => Promise<boolean>,
  cipher: FieldCipher,
): Promise<ResealCounts> {
  let [changed, unopened] = [0, 0]
  let after: Key | null = null
  for (;;) {
    const rows = await page(after)
    const last = rows.at(-1)
    if (last === undefined) return { changed, undecryptable: unopened }
    for (const row of rows.filter(({ sealed }) => !cipher.isCurrent(sealed))) {
      if (await reseal(row)) changed += 1
      else unopened += 1
    }
    after = keyOf(last)
  }
}
