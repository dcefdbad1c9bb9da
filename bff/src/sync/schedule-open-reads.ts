import { type EnvironmentName, type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Kysely } from 'kysely'
import type { Store } from '../platform/database/database.ts'
import type { Lease } from '../platform/database/leases.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import { withTransaction } from '../platform/database/transaction.ts'
import { createWakeSignal, sleep, type WakeSignal } from '../platform/jobs/wake-signal.ts'
import { appendLiveChange, pruneLiveChanges } from '../records/live-changes.ts'
import { maxReadScheduleAheadMs } from '../records/next-read.ts'
import { enqueueTransactionRead, type ReadQueueRequest } from '../records/read-queue.ts'
import type { ReadOutcome } from './confirm-transaction.ts'
import { findOrphanedNotifications } from './read-queue-store.ts'

export interface SyncSchedulerDeps {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly environment: EnvironmentName
  readonly everyMs: number
  readonly perSecond: number
  now(): number
  monotonic(): number
}

export interface SyncScheduler {
  /** Runs a sync every `everyMs` until the signal aborts. */
  work(lease: Lease, signal: AbortSignal): Promise<void>
  /** Reports the result of a read, so that a sync run knows when all its reads are done. */
  recordResult(transaction: string, result: ReadOutcome['result']): void
}

const hour = 3_600_000
/** Retention of live-stream changes in ms: a browser that reconnects later reloads everything. */
const changeRetentionMs = hour
/**
 * Age of the last change in ms up to which an open transaction is read in every sync run, not only when a
 * change is expected.
 */
const recentChangeMs = 24 * hour
/** Share of a run's reads for open transactions that are not expected to change yet. */
const openReadShare = 0.2

/** Results after which the transaction is read again. */
const retriedResults: ReadonlySet<ReadOutcome['result']> = new Set(['outage', 'nonsense', 'not_found_yet'])

const emptyCounts = { read_count: 0, changed: 0, failed: 0 }

interface PlannedRead {
  readonly id: string
  readonly final: number
  readonly listed_at: number | null
  readonly final_read_at: number | null
  readonly expires_at: number | null
}

/**
 * Tells if the list of notifications (interface, endpoint 4) is due: hourly, after the end, and after the
 * expiry.
 */
function needsList({ final, listed_at, final_read_at, expires_at }: PlannedRead, now: number): boolean {
  if (listed_at === null || listed_at < now - hour) return true
  if (final === 1 && final_read_at !== null) return listed_at < final_read_at
  return expires_at !== null && expires_at <= now && listed_at < expires_at
}

/**
 * Plans the reads of a sync run: first transactions expected to have changed, then open ones, longest unread
 * first.
 */
export async function planSyncReads(
  db: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
  { now, everyMs, maxReads }: { now: number; everyMs: number; maxReads: number },
): Promise<ReadQueueRequest[]> {
  const known = db
    .selectFrom('transactions')
    .select(['id', 'final', 'listed_at', 'final_read_at', 'expires_at'])
    .where('environment', '=', environment)
    .where('next_read_at', 'is not', null)
  const expected: PlannedRead[] = await known
    .where((eb) =>
      eb.or([eb('next_read_at', '<=', now), eb('next_read_at', '>', now + maxReadScheduleAheadMs)]),
    )
    .orderBy('next_read_at')
    .limit(maxReads)
    .execute()
  const open: PlannedRead[] = await known
    .where('final', '=', 0)
    .where('gone', '=', 0)
    .where('next_read_at', '>', now)
    .where('changed_at', '>', now - recentChangeMs)
    .where((eb) => eb.or([eb('read_at', 'is', null), eb('read_at', '<', now - everyMs / 2)]))
    .orderBy('read_at')
    .limit(Math.min(maxReads - expected.length, Math.ceil(maxReads * openReadShare)))
    .execute()
  return [...expected, ...open].flatMap((one) => {
    const transaction = transactionIdSchema.safeParse(one.id)
    if (!transaction.success) return []
    const withList = needsList(one, now)
    return [{ environment, transaction: transaction.data, why: 'sync' as const, dueAt: now, withList }]
  })
}

/**
 * Creates the scheduler of one environment: a sync run each `everyMs` puts reads into the read queue, as many as half
 * of the request rate allows, and stores what came of them.
 */
export function createSyncScheduler(deps: SyncSchedulerDeps): SyncScheduler {
  const { store, environment, everyMs, now } = deps
  /** Half of the requests of a period, because a read may also request the list of notifications. */
  const maxReads = Math.max(1, Math.floor((deps.perSecond * everyMs) / 2_000))
  let left = new Set<string>()
  let counts = { ...emptyCounts }
  let bell: WakeSignal = createWakeSignal()

  async function tell(seq: number, version: number): Promise<void> {
    const change = { environment, merchant: null, kind: 'sync' as const, subject_id: String(seq), version }
    await withTransaction(store, (trx) => appendLiveChange(trx, store.dialect, change, now()))
    store.wake('changes')
  }

  /**
   * Records the start of a sync run. A run that was cut off with its instance gets this time as its end,
   * because no better time is known.
   */
  async function begin(lease: Lease): Promise<number> {
    const started = now()
    return withTransaction(store, async (trx) => {
      await trx
        .updateTable('sync_runs')
        .set({ ended_at: started })
        .where('environment', '=', environment)
        .where('ended_at', 'is', null)
        .execute()
      const { seq } = await trx
        .insertInto('sync_runs')
        .values({ environment, holder: lease.holder, started_at: started, ended_at: null, ...emptyCounts })
        .returning('seq')
        .executeTakeFirstOrThrow()
      return seq
    })
  }

  /** Queues reads for waiting notifications whose read was lost or never queued. */
  async function recall(): Promise<void> {
    const ids = await findOrphanedNotifications(store.db, environment)
    const asks = ids.flatMap((id): ReadQueueRequest[] => {
      const transaction: TransactionId | undefined = transactionIdSchema.safeParse(id).data
      return transaction ? [{ environment, transaction, why: 'notification', dueAt: now() }] : []
    })
    await enqueueTransactionRead(store.db, asks, now())
    if (asks.length > 0) store.wake('reads')
  }

  async function once(lease: Lease, signal: AbortSignal): Promise<void> {
    const plan = await planSyncReads(store.db, environment, { now: now(), everyMs, maxReads })
    left = new Set(plan.map(({ transaction }) => transaction))
    counts = { ...emptyCounts }
    bell = createWakeSignal()
    const seq = await begin(lease)
    await tell(seq, 1)
    await enqueueTransactionRead(store.db, plan, now())
    store.wake('reads')
    const until = deps.monotonic() + everyMs
    while (left.size > 0 && !signal.aborted && deps.monotonic() < until) await bell.wait(500)
    if (signal.aborted) return
    const ended = { ...counts, failed: counts.failed + left.size, ended_at: now() }
    left = new Set()
    await store.db.updateTable('sync_runs').set(ended).where('seq', '=', seq).execute()
    await tell(seq, 2)
    await pruneLiveChanges(store.db, now() - changeRetentionMs)
  }

  /** Returns the ms until the next sync run is due, counted from the last run of any instance. */
  async function restMs(): Promise<number> {
    const last = await store.db
      .selectFrom('sync_runs')
      .select('started_at')
      .where('environment', '=', environment)
      .where('ended_at', 'is not', null)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const since = now() - (last?.started_at ?? 0)
    return since < 0 || since > everyMs ? 0 : everyMs - since
  }

  return {
    async work(lease, signal) {
      await recall()
      await sleep(await restMs(), signal)
      while (!signal.aborted) {
        const begun = deps.monotonic()
        await recall()
        await once(lease, signal)
        await sleep(Math.max(0, begun + everyMs - deps.monotonic()), signal)
      }
    },
    recordResult(transaction, result) {
      if (!left.has(transaction) || retriedResults.has(result)) return
      left.delete(transaction)
      if (result === 'isolated') counts.failed += 1
      else counts.read_count += 1
      if (result === 'changed') counts.changed += 1
      if (left.size === 0) bell.notify()
    },
  }
}
