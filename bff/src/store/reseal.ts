import type { Selectable } from 'kysely'
import type { Store } from './database.ts'
import type { Schema } from './schema.ts'
import type { Seal } from './seal.ts'

/** What a stored value was sealed for, by its table. */
export interface Purposes {
  handle(row: Pick<Selectable<Schema['handles']>, 'kind' | 'environment' | 'merchant'>): string
  inbox(row: Pick<Selectable<Schema['inbox']>, 'environment' | 'digest'>): string
  reason(row: Pick<Selectable<Schema['reprocessings']>, 'environment' | 'inbox_seq'>): string
  importLine(row: { readonly environment: string; readonly import_id: string }): string
}

export interface Resealed {
  /** Sealed anew under the current key. */
  readonly changed: number
  /** Opened by no key that is given: they stay as they are. */
  readonly unopened: number
}

/** Rows at a time. */
const most = 500

/** Walks a table in the order of its key, so that rows which stay as they are stop nothing. */
async function walk<Row extends { readonly sealed: string }, Key>(
  page: (after: Key | null) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
  reseal: (row: Row) => Promise<boolean>,
  seal: Seal,
): Promise<Resealed> {
  let [changed, unopened] = [0, 0]
  let after: Key | null = null
  for (;;) {
    const rows = await page(after)
    const last = rows.at(-1)
    if (last === undefined) return { changed, unopened }
    for (const row of rows.filter(({ sealed }) => !seal.isCurrent(sealed))) {
      if (await reseal(row)) changed += 1
      else unopened += 1
    }
    after = keyOf(last)
  }
}

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
): Promise<Readonly<Record<'handles' | 'inbox' | 'reprocessings' | 'import_lines', Resealed>>> {
  return {
    handles: await handles(store, seal, purposes),
    inbox: await inbox(store, seal, purposes),
    reprocessings: await reasons(store, seal, purposes),
    import_lines: await importLines(store, seal, purposes),
  }
}
