import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Lease } from '../../platform/database/leases.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { enqueueTransactionRead } from '../../records/read-queue.ts'
import { type DueReadRow, maxNotFoundReads } from '../../sync/read-queue-store.ts'
import type { ImportRefusalReason } from './csv.ts'
import {
  decryptImportLineId,
  decryptImportLineIds,
  findImportIdsInRecords,
  type ImportLineDeps,
  type ImportLineResult,
  type ImportLineRow,
  type ImportRow,
  loadImportLines,
  recordImportLineResults,
} from './lines.ts'

/** Result of one RID: the number of transactions new to our records, or why the RID is refused. */
export type RidImportResult = { readonly added: number } | { readonly why: ImportRefusalReason } | 'later'

export interface ImportStepDeps extends ImportLineDeps {
  readonly environment: EnvironmentName
  /**
   * Reads one customer's list and records its transactions; `later` if the payment service cannot answer now.
   */
  listRid(merchant: string, rid: string, signal: AbortSignal): Promise<RidImportResult>
}

/** Import in progress, with its lease and the signal that ends the work. */
export interface RunningImport {
  readonly job: ImportRow
  readonly lease: Lease
  readonly signal: AbortSignal
}

/**
 * Result of a step. `wait`: nothing more can be done now. `later`: the payment service cannot answer. `end`:
 * the last step is done.
 */
export type ImportStepResult = 'on' | 'wait' | 'later' | 'end'

/** Reads of an import in the read queue, so that other reads do not wait long behind them. */
const maxPendingReads = 100
const ridsPerStep = 20
const writeIntervalMs = 500
/** Limits after which a failing read is left to the reader, and its line reported. */
const giveUpAfter = { tries: 5, ms: 10 * 60_000 }

/**
 * Enqueues reads of transactions that our records do not have, as far as there is room. Returns how many
 * lines were taken.
 */
async function enqueueReads(
  deps: ImportStepDeps,
  { job, lease }: RunningImport,
  room: number,
): Promise<number> {
  const { store, cipher, leases, now, environment } = deps
  const rows = room > 0 ? await loadImportLines(store, job, 'waiting', room) : []
  if (rows.length === 0) return 0
  const { ids, lost } = decryptImportLineIds(cipher, job, rows)
  const here = await findImportIdsInRecords(store, job, ids)
  const known = [...ids].filter(([id]) => here.has(id))
  const through: ImportLineResult[] = known.map(([, { seq }]) => ({ seq, added: 0, why: null }))
  if (through.length + lost.length > 0) await recordImportLineResults(deps, job, lease, [...through, ...lost])
  const wanted = [...ids].filter(([id]) => !here.has(id))
  if (wanted.length === 0) return rows.length
  await withTransaction(store, async (trx) => {
    if (!(await leases.isStillHeld(trx, lease))) return
    const dueAt = now()
    const asks = wanted.map(([transaction]) => ({ environment, transaction, why: 'import' as const, dueAt }))
    await enqueueTransactionRead(trx, asks, dueAt)
    const seqs = wanted.map(([, { seq }]) => seq)
    await trx.updateTable('import_lines').set({ status: 'asked' }).where('seq', 'in', seqs).execute()
  })
  store.wake('reads')
  return rows.length
}

/** Loads the unfinished reads of these transactions, keyed by id. */
async function loadPendingReads({ store, environment }: ImportStepDeps, ids: readonly string[]) {
  if (ids.length === 0)
    return new Map<string, Pick<DueReadRow, 'tries' | 'missed' | 'due_at' | 'requested_at'>>()
  const rows = await store.db
    .selectFrom('read_queue')
    .select(['transaction_id', 'tries', 'missed', 'due_at', 'requested_at'])
    .where('environment', '=', environment)
    .where('transaction_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.transaction_id, row]))
}

/** Records the lines whose reads have ended: found, not found, or failed too often. */
async function recordFinishedReads(deps: ImportStepDeps, { job, lease }: RunningImport) {
  const { store, cipher, now } = deps
  const rows = await loadImportLines(store, job, 'asked', maxPendingReads)
  const { ids, lost } = decryptImportLineIds(cipher, job, rows)
  // Load queued reads before records: a read leaves the queue and enters the records at once.
  const due = await loadPendingReads(deps, [...ids.keys()])
  const here = await findImportIdsInRecords(store, job, ids)
  const through = [...ids].flatMap(([id, { seq }]): ImportLineResult[] => {
    const still = due.get(id)
    // The transaction was read and not found; only a notification that names it causes another read.
    const missed = still !== undefined && still.missed >= maxNotFoundReads && still.due_at > now()
    if (still === undefined || missed)
      return [here.has(id) ? { seq, added: 1, why: null } : { seq, added: 0, why: 'not_found' }]
    const over = still.tries >= giveUpAfter.tries && now() - still.requested_at > giveUpAfter.ms
    return over ? [{ seq, added: 0, why: 'failed' }] : []
  })
  const settled = [...through, ...lost]
  if (settled.length > 0) await recordImportLineResults(deps, job, lease, settled)
  return { settled: settled.length, open: rows.length - settled.length }
}

/** Enqueues a read per transaction id; the reader does the rest. */
async function stepOverTransactions(deps: ImportStepDeps, work: RunningImport): Promise<ImportStepResult> {
  const { settled, open } = await recordFinishedReads(deps, work)
  const taken = await enqueueReads(deps, work, maxPendingReads - open)
  if (settled + open + taken === 0) return 'end'
  return settled + taken > 0 ? 'on' : 'wait'
}

async function listRidOfLine(
  deps: ImportStepDeps,
  { job, signal }: RunningImport,
  row: ImportLineRow,
): Promise<RidImportResult> {
  const rid = decryptImportLineId(deps.cipher, job, row)
  if (rid === null || row.merchant === null) return { why: 'failed' }
  return deps.listRid(row.merchant, rid, signal)
}

/** Reads the lists of a few RIDs, one after another, and records results twice a second. */
async function stepOverRids(deps: ImportStepDeps, work: RunningImport): Promise<ImportStepResult> {
  const rows = await loadImportLines(deps.store, work.job, 'waiting', ridsPerStep)
  if (rows.length === 0) return 'end'
  const begun = performance.now()
  const through: ImportLineResult[] = []
  for (const row of rows) {
    const one = await listRidOfLine(deps, work, row)
    if (one === 'later') break
    const [added, why] = 'why' in one ? [0, one.why] : [one.added, null]
    through.push({ seq: row.seq, added, why })
    if (performance.now() - begun > writeIntervalMs) break
  }
  if (through.length > 0) await recordImportLineResults(deps, work.job, work.lease, through)
  return through.length === 0 ? 'later' : 'on'
}

/** Runs one step of an import. Its writes count only while the lease is held. */
export async function runImportStep(deps: ImportStepDeps, work: RunningImport): Promise<ImportStepResult> {
  const over = work.job.of === 'rid' ? stepOverRids : stepOverTransactions
  const stepped = await over(deps, work)
  if (stepped === 'end') await recordImportLineResults(deps, work.job, work.lease, [], true)
  return stepped
}
