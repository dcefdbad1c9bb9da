import { type EnvironmentName, type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Selectable } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Lease, LeaseStore } from '../../platform/database/leases.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import type { ImportRefusalReason } from './csv.ts'
import { buildImportCipherContext } from './import-store.ts'

export type ImportRow = Selectable<DatabaseSchema['imports']>
export type ImportLineRow = Selectable<DatabaseSchema['import_lines']>

export interface ImportLineDeps {
  readonly store: Store
  readonly cipher: FieldCipher
  readonly leases: LeaseStore
  readonly now: () => number
}

/** Result of one line: the number of transactions it added, or why it is refused. */
export interface ImportLineResult {
  readonly seq: number
  readonly added: number
  readonly why: ImportRefusalReason | null
}

/** Returns the next import of an environment to work on: the oldest that is running. */
export function findNextImport({ db }: Store, environment: EnvironmentName): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('environment', '=', environment)
    .where('status', '=', 'running')
    .orderBy('started_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Loads lines of an import in one status, in the order of the file. */
export function loadImportLines(
  { db }: Store,
  job: ImportRow,
  status: ImportLineRow['status'],
  limit: number,
): Promise<ImportLineRow[]> {
  return db
    .selectFrom('import_lines')
    .selectAll()
    .where('import_id', '=', job.id)
    .where('status', '=', status)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** Decrypts the id of a line; null if its key is gone. */
export function decryptImportLineId(
  cipher: FieldCipher,
  job: ImportRow,
  { sealed }: ImportLineRow,
): string | null {
  return sealed === null ? null : cipher.open(buildImportCipherContext(job.environment, job.id), sealed)
}

/** Decrypts lines, keyed by transaction id; `lost` are those whose id can no longer be decrypted. */
export function decryptImportLineIds(cipher: FieldCipher, job: ImportRow, rows: readonly ImportLineRow[]) {
  const ids = new Map<TransactionId, ImportLineRow>()
  const lost: ImportLineResult[] = []
  for (const row of rows) {
    const id = transactionIdSchema.safeParse(decryptImportLineId(cipher, job, row)).data
    if (id === undefined) lost.push({ seq: row.seq, added: 0, why: 'failed' })
    else ids.set(id, row)
  }
  return { ids, lost }
}

/** Returns the transactions that our records have, under the line's merchant if it names one. */
export async function findImportIdsInRecords(
  { db }: Store,
  job: ImportRow,
  ids: ReadonlyMap<TransactionId, ImportLineRow>,
) {
  if (ids.size === 0) return new Set<string>()
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'merchant'])
    .where('environment', '=', job.environment)
    .where('id', 'in', [...ids.keys()])
    .execute()
  const own = new Map<string, string | null>([...ids].map(([id, { merchant }]) => [id, merchant]))
  return new Set(
    rows.filter(({ id, merchant }) => (own.get(id) ?? merchant) === merchant).map(({ id }) => id),
  )
}

/**
 * Writes the results of lines, counts them and publishes the change; `end` marks the last lines. Writes all
 * or nothing: nothing if another instance holds the lease or the import was stopped.
 */
export async function recordImportLineResults(
  { store, leases, now }: ImportLineDeps,
  job: ImportRow,
  lease: Lease,
  results: readonly ImportLineResult[],
  end = false,
): Promise<void> {
  const removed = results.filter(({ why }) => why === null).map(({ seq }) => seq)
  const refused = results.filter(({ why }) => why !== null)
  await withTransaction(store, async (trx) => {
    if (!(await leases.isStillHeld(trx, lease))) return
    const row = await trx
      .updateTable('imports')
      .set(({ eb }) => ({
        done: eb('done', '+', removed.length),
        refused: eb('refused', '+', refused.length),
        added: eb(
          'added',
          '+',
          results.reduce((sum, { added }) => sum + added, 0),
        ),
        ...(end ? { status: 'done' as const, ended_at: now() } : {}),
      }))
      .where('id', '=', job.id)
      .where('status', '=', 'running')
      .returning(['environment', 'done', 'refused'])
      .executeTakeFirst()
    if (row === undefined) return
    if (removed.length > 0) await trx.deleteFrom('import_lines').where('seq', 'in', removed).execute()
    for (const { seq, why } of refused) {
      const change = { status: 'refused', why, sealed: null } as const
      await trx.updateTable('import_lines').set(change).where('seq', '=', seq).execute()
    }
    const version = row.done + row.refused + (end ? 1 : 0)
    const { environment } = row
    const change = { environment, merchant: null, kind: 'import', subject_id: job.id, version } as const
    await appendLiveChange(trx, store.dialect, change, now())
  })
  store.wake('changes')
}
