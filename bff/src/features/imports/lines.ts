import { type EnvironmentName, type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import type { Selectable } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Lease, Leases } from '../../platform/database/leases.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { transact } from '../../platform/database/transaction.ts'
import { appendChange } from '../../records/changes.ts'
import type { Refused } from './csv.ts'
import { sealedFor } from './jobs.ts'

export type Job = Selectable<Schema['imports']>
export type LineRow = Selectable<Schema['import_lines']>

export interface LineNeeds {
  readonly store: Store
  readonly seal: Seal
  readonly leases: Leases
  readonly now: () => number
}

/** One line that is through: how many transactions it added, or why it is refused. */
export interface Through {
  readonly seq: number
  readonly added: number
  readonly why: Refused | null
}

/** The import of an environment that is worked on next. */
export function nextJob({ db }: Store, environment: EnvironmentName): Promise<Job | undefined> {
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

/** Lines of an import in one status, in order of the file. */
export function linesOf(
  { db }: Store,
  job: Job,
  status: LineRow['status'],
  most: number,
): Promise<LineRow[]> {
  return db
    .selectFrom('import_lines')
    .selectAll()
    .where('import_id', '=', job.id)
    .where('status', '=', status)
    .orderBy('line')
    .limit(most)
    .execute()
}

/** The id of a line; null where it was sealed under a key that is gone. */
export function idIn(seal: Seal, job: Job, { sealed }: LineRow): string | null {
  return sealed === null ? null : seal.open(sealedFor(job.environment, job.id), sealed)
}

/** Lines by their transaction's id, and those whose id does not open any more. */
export function opened(seal: Seal, job: Job, rows: readonly LineRow[]) {
  const ids = new Map<TransactionId, LineRow>()
  const lost: Through[] = []
  for (const row of rows) {
    const id = transactionId.safeParse(idIn(seal, job, row)).data
    if (id === undefined) lost.push({ seq: row.seq, added: 0, why: 'failed' })
    else ids.set(id, row)
  }
  return { ids, lost }
}

/** Which of these transactions the index has, under the line's merchant where it names one. */
export async function inIndex({ db }: Store, job: Job, ids: ReadonlyMap<TransactionId, LineRow>) {
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
 * Writes what became of some lines, counts it, and tells whoever looks; `end` says that these were the
 * last. All of it or, where another instance works on the import now or it was stopped, nothing.
 */
export async function settle(
  { store, leases, now }: LineNeeds,
  job: Job,
  lease: Lease,
  through: readonly Through[],
  end = false,
): Promise<void> {
  const removed = through.filter(({ why }) => why === null).map(({ seq }) => seq)
  const refused = through.filter(({ why }) => why !== null)
  await transact(store, async (trx) => {
    if (!(await leases.held(trx, lease))) return
    const row = await trx
      .updateTable('imports')
      .set(({ eb }) => ({
        done: eb('done', '+', removed.length),
        refused: eb('refused', '+', refused.length),
        added: eb(
          'added',
          '+',
          through.reduce((sum, { added }) => sum + added, 0),
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
    await appendChange(trx, store.dialect, change, now())
  })
  store.wake('changes')
}
