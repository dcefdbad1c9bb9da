import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Lease } from '../../platform/database/leases.ts'
import { transact } from '../../platform/database/transaction.ts'
import { ask } from '../../records/read-queue.ts'
import { type Due, mostMissed } from '../../sync/read-queue-store.ts'
import type { Refused } from './csv.ts'
import {
  idIn,
  inIndex,
  type Job,
  type LineNeeds,
  type LineRow,
  linesOf,
  opened,
  settle,
  type Through,
} from './lines.ts'

/** What became of one RID: how many transactions of it were new here, or why it is refused. */
export type ListedRid = { readonly added: number } | { readonly why: Refused } | 'later'

export interface StepNeeds extends LineNeeds {
  readonly environment: EnvironmentName
  /** Reads one customer's list and notes what is in it; `later` where the service cannot answer now. */
  listRid(merchant: string, rid: string, signal: AbortSignal): Promise<ListedRid>
}

/** The import that is worked on, under which lease, and until when. */
export interface Work {
  readonly job: Job
  readonly lease: Lease
  readonly signal: AbortSignal
}

/** `wait` where nothing more can be done now, `later` where the service cannot answer, `end` after the last. */
export type Stepped = 'on' | 'wait' | 'later' | 'end'

/** Transactions of an import among the due reads at most: other reads do not wait long behind them. */
const mostAsked = 100
const ridsAtOnce = 20
const writtenMs = 500
/** A read that failed so often and for so long is left to the reader; its line is reported. */
const givenUp = { tries: 5, ms: 10 * 60_000 }

/** Asks for reads of transactions that nobody knows here, as far as there is room. Gives how many lines it took. */
async function askForSome(needs: StepNeeds, { job, lease }: Work, room: number): Promise<number> {
  const { store, seal, leases, now, environment } = needs
  const rows = room > 0 ? await linesOf(store, job, 'waiting', room) : []
  if (rows.length === 0) return 0
  const { ids, lost } = opened(seal, job, rows)
  const here = await inIndex(store, job, ids)
  const known = [...ids].filter(([id]) => here.has(id))
  const through: Through[] = known.map(([, { seq }]) => ({ seq, added: 0, why: null }))
  if (through.length + lost.length > 0) await settle(needs, job, lease, [...through, ...lost])
  const wanted = [...ids].filter(([id]) => !here.has(id))
  if (wanted.length === 0) return rows.length
  await transact(store, async (trx) => {
    if (!(await leases.held(trx, lease))) return
    const dueAt = now()
    const asks = wanted.map(([transaction]) => ({ environment, transaction, why: 'import' as const, dueAt }))
    await ask(trx, asks, dueAt)
    const seqs = wanted.map(([, { seq }]) => seq)
    await trx.updateTable('import_lines').set({ status: 'asked' }).where('seq', 'in', seqs).execute()
  })
  store.wake('due')
  return rows.length
}

/** The reads of these transactions that have not come to an end, by id. */
async function stillDue({ store, environment }: StepNeeds, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Pick<Due, 'tries' | 'missed' | 'due_at' | 'asked_at'>>()
  const rows = await store.db
    .selectFrom('due_reads')
    .select(['transaction_id', 'tries', 'missed', 'due_at', 'asked_at'])
    .where('environment', '=', environment)
    .where('transaction_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.transaction_id, row]))
}

/** Looks at what was asked for: known now, or read and not found, or still to come. */
async function settleAsked(needs: StepNeeds, { job, lease }: Work) {
  const { store, seal, now } = needs
  const rows = await linesOf(store, job, 'asked', mostAsked)
  const { ids, lost } = opened(seal, job, rows)
  // First what is due, then what is known: a read leaves the one and enters the other at once.
  const due = await stillDue(needs, [...ids.keys()])
  const here = await inIndex(store, job, ids)
  const through = [...ids].flatMap(([id, { seq }]): Through[] => {
    const still = due.get(id)
    // It was asked for and is not known; only a notification that names it has it looked for again.
    const missed = still !== undefined && still.missed >= mostMissed && still.due_at > now()
    if (still === undefined || missed)
      return [here.has(id) ? { seq, added: 1, why: null } : { seq, added: 0, why: 'not_found' }]
    const over = still.tries >= givenUp.tries && now() - still.asked_at > givenUp.ms
    return over ? [{ seq, added: 0, why: 'failed' }] : []
  })
  const settled = [...through, ...lost]
  if (settled.length > 0) await settle(needs, job, lease, settled)
  return { settled: settled.length, open: rows.length - settled.length }
}

/** Transaction ids: each becomes a due read, and the reader does the rest. */
async function stepOverTransactions(needs: StepNeeds, work: Work): Promise<Stepped> {
  const { settled, open } = await settleAsked(needs, work)
  const taken = await askForSome(needs, work, mostAsked - open)
  if (settled + open + taken === 0) return 'end'
  return settled + taken > 0 ? 'on' : 'wait'
}

async function listed(needs: StepNeeds, { job, signal }: Work, row: LineRow): Promise<ListedRid> {
  const rid = idIn(needs.seal, job, row)
  if (rid === null || row.merchant === null) return { why: 'failed' }
  return needs.listRid(row.merchant, rid, signal)
}

/** RIDs: the lists of a few, one after another, written down twice a second. */
async function stepOverRids(needs: StepNeeds, work: Work): Promise<Stepped> {
  const rows = await linesOf(needs.store, work.job, 'waiting', ridsAtOnce)
  if (rows.length === 0) return 'end'
  const begun = performance.now()
  const through: Through[] = []
  for (const row of rows) {
    const one = await listed(needs, work, row)
    if (one === 'later') break
    const [added, why] = 'why' in one ? [0, one.why] : [one.added, null]
    through.push({ seq: row.seq, added, why })
    if (performance.now() - begun > writtenMs) break
  }
  if (through.length > 0) await settle(needs, work.job, work.lease, through)
  return through.length === 0 ? 'later' : 'on'
}

/** One step of an import; what it writes counts only while the lease is held. */
export async function step(needs: StepNeeds, work: Work): Promise<Stepped> {
  const over = work.job.of === 'rid' ? stepOverRids : stepOverTransactions
  const stepped = await over(needs, work)
  if (stepped === 'end') await settle(needs, work.job, work.lease, [], true)
  return stepped
}
