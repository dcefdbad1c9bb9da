import type { Store } from '../database.ts'
import type { FieldCipher } from '../field-cipher.ts'
import { resealReviews } from './reseal-review.ts'
import { type CipherContexts, type ResealCounts, resealTable } from './reseal-table.ts'

/** Rows per page. */
const pageSize = 500

function resealHandles({ db }: Store, cipher: FieldCipher, purposes: CipherContexts): Promise<ResealCounts> {
  const rows = db.selectFrom('handles').selectAll().orderBy('handle').limit(pageSize)
  return resealTable(
    (after: string | null) => (after === null ? rows : rows.where('handle', '>', after)).execute(),
    ({ handle }) => handle,
    async (row) => {
      const purpose = purposes.handle(row)
      const id = cipher.open(purpose, row.sealed)
      if (id === null) return false
      await db
        .updateTable('handles')
        .set({ sealed: cipher.seal(purpose, id), lookup: cipher.blindIndexes(purpose, id)[0] })
        .where('handle', '=', row.handle)
        .execute()
      return true
    },
    cipher,
  )
}

function resealNotifications(
  { db }: Store,
  cipher: FieldCipher,
  purposes: CipherContexts,
): Promise<ResealCounts> {
  const rows = db
    .selectFrom('notification_queue')
    .select(['seq', 'environment', 'digest', 'sealed', 'kind', 'secret_hash'])
    .orderBy('seq')
    .limit(pageSize)
  return resealTable(
    (after: number | null) => (after === null ? rows : rows.where('seq', '>', after)).execute(),
    ({ seq }) => seq,
    async (row) => {
      const purpose = purposes.notification_queue(row)
      const body = cipher.openBytes(purpose, row.sealed)
      if (body === null) return false
      await db
        .updateTable('notification_queue')
        // Clear the hash: `secret` is gone, so the hash cannot be recomputed, and under the old key it would
        // only look wrong.
        .set({ sealed: cipher.seal(purpose, body), secret_hash: null })
        .where('seq', '=', row.seq)
        // Compare with the old value: the notification may have been processed meanwhile.
        .where('sealed', '=', row.sealed)
        .execute()
      return true
    },
    cipher,
  )
}

function resealReasons({ db }: Store, cipher: FieldCipher, purposes: CipherContexts): Promise<ResealCounts> {
  const rows = db
    .selectFrom('notification_reprocessings')
    .select(['seq', 'environment', 'notification_seq', 'reason as sealed'])
    .orderBy('seq')
    .limit(pageSize)
  return resealTable(
    (after: number | null) => (after === null ? rows : rows.where('seq', '>', after)).execute(),
    ({ seq }) => seq,
    async (row) => {
      const purpose = purposes.reason(row)
      const reason = cipher.open(purpose, row.sealed)
      if (reason === null) return false
      const sealed = cipher.seal(purpose, reason)
      await db
        .updateTable('notification_reprocessings')
        .set({ reason: sealed })
        .where('seq', '=', row.seq)
        .execute()
      return true
    },
    cipher,
  )
}

function resealImportLines(
  { db }: Store,
  cipher: FieldCipher,
  purposes: CipherContexts,
): Promise<ResealCounts> {
  const rows = db
    .selectFrom('import_lines')
    .innerJoin('imports', 'imports.id', 'import_lines.import_id')
    .select(['import_lines.seq', 'import_lines.import_id', 'imports.environment'])
    .select('import_lines.sealed')
    .$narrowType<{ sealed: string }>()
    .where('import_lines.sealed', 'is not', null)
    .orderBy('import_lines.seq')
    .limit(pageSize)
  return resealTable(
    (after: number | null) => (after === null ? rows : rows.where('import_lines.seq', '>', after)).execute(),
    ({ seq }) => seq,
    async (row) => {
      const purpose = purposes.importLine(row)
      const id = cipher.open(purpose, row.sealed)
      if (id === null) return false
      await db
        .updateTable('import_lines')
        .set({ sealed: cipher.seal(purpose, id) })
        .where('seq', '=', row.seq)
        .where('sealed', '=', row.sealed)
        .execute()
      return true
    },
    cipher,
  )
}

/**
 * Re-encrypts all stored values under the current key, so that a former key can be removed; recomputes the
 * blind indexes of ids. Skips sessions, which expire by themselves. A second run changes nothing.
 */
export async function resealAllValues(
  store: Store,
  cipher: FieldCipher,
  purposes: CipherContexts,
): Promise<
  Readonly<
    Record<
      'handles' | 'notification_queue' | 'notification_reprocessings' | 'import_lines' | 'reviews',
      ResealCounts
    >
  >
> {
  return {
    handles: await resealHandles(store, cipher, purposes),
    notification_queue: await resealNotifications(store, cipher, purposes),
    notification_reprocessings: await resealReasons(store, cipher, purposes),
    import_lines: await resealImportLines(store, cipher, purposes),
    reviews: await resealReviews(store, cipher, purposes),
  }
}
