import type { Store } from '../database.ts'
import type { Seal } from '../field-cipher.ts'
import { resealReviews } from './reseal-review.ts'
import { type Purposes, type Resealed, walk } from './reseal-walk.ts'

/** Rows at a time. */
const most = 500

function handles({ db }: Store, seal: Seal, purposes: Purposes): Promise<Resealed> {
  const rows = db.selectFrom('handles').selectAll().orderBy('handle').limit(most)
  return walk(
    (after: string | null) => (after === null ? rows : rows.where('handle', '>', after)).execute(),
    ({ handle }) => handle,
    async (row) => {
      const purpose = purposes.handle(row)
      const id = seal.open(purpose, row.sealed)
      if (id === null) return false
      await db
        .updateTable('handles')
        .set({ sealed: seal.seal(purpose, id), lookup: seal.lookups(purpose, id)[0] })
        .where('handle', '=', row.handle)
        .execute()
      return true
    },
    seal,
  )
}

function inbox({ db }: Store, seal: Seal, purposes: Purposes): Promise<Resealed> {
  const rows = db
    .selectFrom('inbox')
    .select(['seq', 'environment', 'digest', 'sealed', 'kind', 'secret_hash'])
    .orderBy('seq')
    .limit(most)
  return walk(
    (after: number | null) => (after === null ? rows : rows.where('seq', '>', after)).execute(),
    ({ seq }) => seq,
    async (row) => {
      const purpose = purposes.inbox(row)
      const body = seal.openBytes(purpose, row.sealed)
      if (body === null) return false
      await db
        .updateTable('inbox')
        // Its secret is gone, so its hash cannot be made anew: under the old key it would only look wrong.
        .set({ sealed: seal.seal(purpose, body), secret_hash: null })
        .where('seq', '=', row.seq)
        // Somebody may have looked at it meanwhile.
        .where('sealed', '=', row.sealed)
        .execute()
      return true
    },
    seal,
  )
}

function reasons({ db }: Store, seal: Seal, purposes: Purposes): Promise<Resealed> {
  const rows = db
    .selectFrom('reprocessings')
    .select(['seq', 'environment', 'inbox_seq', 'reason as sealed'])
    .orderBy('seq')
    .limit(most)
  return walk(
    (after: number | null) => (after === null ? rows : rows.where('seq', '>', after)).execute(),
    ({ seq }) => seq,
    async (row) => {
      const purpose = purposes.reason(row)
      const reason = seal.open(purpose, row.sealed)
      if (reason === null) return false
      const sealed = seal.seal(purpose, reason)
      await db.updateTable('reprocessings').set({ reason: sealed }).where('seq', '=', row.seq).execute()
      return true
    },
    seal,
  )
}

function importLines({ db }: Store, seal: Seal, purposes: Purposes): Promise<Resealed> {
  const rows = db
    .selectFrom('import_lines')
    .innerJoin('imports', 'imports.id', 'import_lines.import_id')
    .select(['import_lines.seq', 'import_lines.import_id', 'imports.environment'])
    .select('import_lines.sealed')
    .$narrowType<{ sealed: string }>()
    .where('import_lines.sealed', 'is not', null)
    .orderBy('import_lines.seq')
    .limit(most)
  return walk(
    (after: number | null) => (after === null ? rows : rows.where('import_lines.seq', '>', after)).execute(),
    ({ seq }) => seq,
    async (row) => {
      const purpose = purposes.importLine(row)
      const id = seal.open(purpose, row.sealed)
      if (id === null) return false
      await db
        .updateTable('import_lines')
        .set({ sealed: seal.seal(purpose, id) })
        .where('seq', '=', row.seq)
        .where('sealed', '=', row.sealed)
        .execute()
      return true
    },
    seal,
  )
}

/**
 * Seals everything that is kept under the current key, so that a former one can be taken away; hashes by
 * which ids are found are made anew as well. Sessions are left: they end by themselves. Doing it again
 * changes nothing.
 */
export async function resealAll(
  store: Store,
  seal: Seal,
  purposes: Purposes,
): Promise<Readonly<Record<'handles' | 'inbox' | 'reprocessings' | 'import_lines' | 'reviews', Resealed>>> {
  return {
    handles: await handles(store, seal, purposes),
    inbox: await inbox(store, seal, purposes),
    reprocessings: await reasons(store, seal, purposes),
    import_lines: await importLines(store, seal, purposes),
    reviews: await resealReviews(store, seal, purposes),
  }
}
