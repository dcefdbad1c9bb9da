import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Lease } from '../../platform/database/leases.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { enqueueRead } from '../../records/read-queue.ts'
import { type DueReadRow, maxMisses } from '../../sync/read-queue-store.ts'
import type { ImportRefusal } from './csv.ts'
import {
  findIndexedImportIds,
  type ImportJob,
  type ImportLineDeps,
  type ImportLineResult,
  type ImportLineRow,
  loadImportLines,
  openLineId,
  openLineIds,
  recordLineResults,
} from './lines.ts'

/** What became of one RID: how many transactions of it were new here, or why it is refused. */
export type RidListResult = { readonly added: number } | { readonly why: ImportRefusal } | 'later'

export interface ImportStepDeps extends ImportLineDeps {
  readonly environment: EnvironmentName
  /** Reads one customer's list and notes what is in it; `later` where the service cannot answer now. */
  listRid(merchant: string, rid: string, signal: AbortSignal): Promise<RidListResult>
}

/** The import that is worked on, under which lease, and until when. */
export interface ImportWork {
  readonly job: ImportJob
  readonly lease: Lease
  readonly signal: AbortSignal
}

/** `wait` where nothing more can be done now, `later` where the service cannot answer, `end` after the last. */
export type ImportStepResult = 'on' | 'wait' | 'later' | 'end'

/** Transactions of an import among the due reads at most: other reads do not wait long behind them. */
const maxPendingReads = 100
const ridsPerStep = 20
const writeIntervalMs = 500
/** A read that failed so often and for so long is left to the reader; its line is reported. */
const giveUpAfter = { tries: 5, ms: 10 * 60_000 }

/** Asks for reads of transactions that nobody knows here, as far as there is room. Gives how many lines it took. */
async function enqueueReads(deps: ImportStepDeps, { job, lease }: ImportWork, room: number): Promise<number> {
  const { store, seal, leases, now, environment } = deps
  const rows = room > 0 ? await loadImportLines(store, job, 'waiting', room) : []
  if (rows.length === 0) return 0
  const { ids, lost } = openLineIds(seal, job, rows)
  const here = await findIndexedImportIds(store, job, ids)
  const known = [...ids].filter(([id]) => here.has(id))
  const through: ImportLineResult[] = known.map(([, { seq }]) => ({ seq, added: 0, why: null }))
  if (through.length + lost.length > 0) await recordLineResults(deps, job, lease, [...through, ...lost])
  const wanted = [...ids].filter(([id]) => !here.has(id))
  if (wanted.length === 0) return rows.length
  await withTransaction(store, async (trx) => {
    if (!(await leases.isStillHeld(trx, lease))) return
    const dueAt = now()
    const asks = wanted.map(([transaction]) => ({ environment, transaction, why: 'import' as const, dueAt }))
    await enqueueRead(trx, asks, dueAt)
    const seqs = wanted.map(([, { seq }]) => seq)
    await trx.updateTable('import_lines').set({ status: 'asked' }).where('seq', 'in', seqs).execute()
  })
  store.wake('due')
  return rows.length
}

/** The reads of these transactions that have not come to an end, by id. */
async function loadPendingReads({ store, environment }: ImportStepDeps, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Pick<DueReadRow, 'tries' | 'missed' | 'due_at' | 'asked_at'>>()
  const rows = await store.db
    .selectFrom('due_reads')
    .select(['transaction_id', 'tries', 'missed', 'due_at', 'asked_at'])
    .where('environment', '=', environment)
    .where('transaction_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.transaction_id, row]))
}

/** Looks at what was asked for: known now, or read and not found, or still to come. */
async function recordFinishedReads(deps: ImportStepDeps, { job, lease }: ImportWork) {
  const { store, seal, now } = deps
  const rows = await loadImportLines(store, job, 'asked', maxPendingReads)
  const { ids, lost } = openLineIds(seal, job, rows)
  // First what is due, then what is known: a read leaves the one and enters the other at once.
  const due = await loadPendingReads(deps, [...ids.keys()])
  const here = await findIndexedImportIds(store, job, ids)
  const through = [...ids].flatMap(([id, { seq }]): ImportLineResult[] => {
    const still = due.get(id)
    // It was asked for and is not known; only a notification that names it has it looked for again.
    const missed = still !== undefined && still.missed >= maxMisses && still.due_at > now()
    if (still === undefined || missed)
      return [here.has(id) ? { seq, added: 1, why: null } : { seq, added: 0, why: 'not_found' }]
    const over = still.tries >= giveUpAfter.tries && now() - still.asked_at > giveUpAfter.ms
    return over ? [{ seq, added: 0, why: 'failed' }] : []
  })
  const settled = [...through, ...lost]
  if (settled.length > 0) await recordLineResults(deps, job, lease, settled)
  return { settled: settled.length, open: rows.length - settled.length }
}

/** Transaction ids: each becomes a due read, and the reader does the rest. */
async function stepOverTransactions(deps: ImportStepDeps, work: ImportWork): Promise<ImportStepResult> {
  const { settled, open } = await recordFinishedReads(deps, work)
  const taken = await enqueueReads(deps, work, maxPendingReads - open)
  if (settled + open + taken === 0) return 'end'
  return settled + taken > 0 ? 'on' : 'wait'
}

async function listRidOfLine(
  deps: ImportStepDeps,
  { job, signal }: ImportWork,
  row: ImportLineRow,
): Promise<RidListResult> {
  const rid = openLineId(deps.seal, job, row)
  if (rid === null || row.merchant === null) return { why: 'failed' }
  return deps.listRid(row.merchant, rid, signal)
}

/** RIDs: the lists of a few, one after another, written down twice a second. */
async function stepOverRids(deps: ImportStepDeps, work: ImportWork): Promise<ImportStepResult> {
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
  if (through.length > 0) await recordLineResults(deps, work.job, work.lease, through)
  return through.length === 0 ? 'later' : 'on'
}

/** One step of an import; what it writes counts only while the lease is held. */
export async function runImportStep(deps: ImportStepDeps, work: ImportWork): Promise<ImportStepResult> {
  const over = work.job.of === 'rid' ? stepOverRids : stepOverTransactions
  const stepped = await over(deps, work)
  if (stepped === 'end') await recordLineResults(deps, work.job, work.lease, [], true)
  return stepped
}
