import type { EnvironmentName } from '@paydesk/shared/ids'
import { ask } from '../rereads/due.ts'
import type { Lease } from '../store/leases.ts'
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
  /** Reads one customer's list and notes what is in it; `later` where the service cannot answer now. */
  listRid(environment: EnvironmentName, merchant: string, rid: string): Promise<ListedRid>
}

/** `wait` where nothing more can be done now, `later` where the service cannot answer, `end` after the last. */
export type Stepped = 'on' | 'wait' | 'later' | 'end'

/** Transactions of an import among the due reads at most: other reads do not wait long behind them. */
const mostAsked = 100
const ridsAtOnce = 20
const writtenMs = 500
/** A read that failed so often and for so long is left to the reader; its line is reported. */
const givenUp = { tries: 5, ms: 10 * 60_000 }

/** Asks for reads of transactions that nobody knows here, as many as may wait at once. Gives how many lines it took. */
async function askForSome(
  needs: StepNeeds,
  job: Job,
  lease: Lease,
  environment: EnvironmentName,
  room: number,
) {
  const { store, seal, leases, now } = needs
  const rows = room > 0 ? await linesOf(store, job, 'waiting', room) : []
  if (rows.length === 0) return 0
  const { ids, lost } = opened(seal, job, rows)
  const here = await inIndex(store, job, ids)
  const known = [...ids].filter(([id]) => here.has(id))
  const through: Through[] = known.map(([, { seq }]) => ({ seq, added: 0, why: null }))
  if (through.length + lost.length > 0) await settle(needs, job, lease, [...through, ...lost])
  const wanted = [...ids].filter(([id]) => !here.has(id))
  if (wanted.length === 0) return rows.length
  await store.db.transaction().execute(async (trx) => {
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

/** Looks at what was asked for: known now, or read and not found, or still to come. */
async function settleAsked(needs: StepNeeds, job: Job, lease: Lease) {
  const { store, seal, now } = needs
  const rows = await linesOf(store, job, 'asked', mostAsked)
  const { ids, lost } = opened(seal, job, rows)
  // First what is due, then what is known: a read leaves the one and enters the other at once.
  const due =
    ids.size === 0
      ? []
      : await store.db
          .selectFrom('due_reads')
          .select(['transaction_id', 'tries', 'asked_at'])
          .where('environment', '=', job.environment)
          .where('transaction_id', 'in', [...ids.keys()])
          .execute()
  const waiting = new Map(due.map((one) => [one.transaction_id, one]))
  const here = await inIndex(store, job, ids)
  const through = [...ids].flatMap(([id, { seq }]): Through[] => {
    const still = waiting.get(id)
    if (still === undefined)
      return [{ seq, added: here.has(id) ? 1 : 0, why: here.has(id) ? null : 'not_found' }]
    const over = still.tries >= givenUp.tries && now() - still.asked_at > givenUp.ms
    return over ? [{ seq, added: 0, why: 'failed' }] : []
  })
  const settled = [...through, ...lost]
  if (settled.length > 0) await settle(needs, job, lease, settled)
  return { settled: settled.length, open: rows.length - settled.length }
}

/** Transaction ids: each becomes a due read, and the reader does the rest. */
async function stepOverTransactions(needs: StepNeeds, job: Job, lease: Lease, environment: EnvironmentName) {
  const { settled, open } = await settleAsked(needs, job, lease)
  const taken = await askForSome(needs, job, lease, environment, mostAsked - open)
  if (settled + open + taken === 0) return 'end'
  return settled + taken > 0 ? 'on' : 'wait'
}

async function listed(
  needs: StepNeeds,
  job: Job,
  row: LineRow,
  environment: EnvironmentName,
): Promise<ListedRid> {
  const rid = idIn(needs.seal, job, row)
  if (rid === null || row.merchant === null) return { why: 'failed' }
  return needs.listRid(environment, row.merchant, rid)
}

/** RIDs: the lists of a few, one after another, written down twice a second. */
async function stepOverRids(needs: StepNeeds, job: Job, lease: Lease, environment: EnvironmentName) {
  const rows = await linesOf(needs.store, job, 'waiting', ridsAtOnce)
  if (rows.length === 0) return 'end'
  const begun = performance.now()
  const through: Through[] = []
  for (const row of rows) {
    const one = await listed(needs, job, row, environment)
    if (one === 'later') break
    through.push({
      seq: row.seq,
      added: 'added' in one ? one.added : 0,
      why: 'why' in one ? one.why : null,
    })
    if (performance.now() - begun > writtenMs) break
  }
  if (through.length > 0) await settle(needs, job, lease, through)
  return through.length === 0 ? 'later' : 'on'
}

/** One step of an import, in transactions that hold only while this lease does. */
export async function step(
  needs: StepNeeds,
  job: Job,
  lease: Lease,
  environment: EnvironmentName,
): Promise<Stepped> {
  const over = job.of === 'rid' ? stepOverRids : stepOverTransactions
  const stepped = await over(needs, job, lease, environment)
  if (stepped === 'end') await settle(needs, job, lease, [], true)
  return stepped
}
