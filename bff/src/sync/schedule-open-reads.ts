import { type EnvironmentName, type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import type { Kysely } from 'kysely'
import type { Store } from '../platform/database/database.ts'
import type { Lease } from '../platform/database/leases.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import { withTransaction } from '../platform/database/transaction.ts'
import { appendChange, pruneChanges } from '../records/changes.ts'
import { maxScheduleAheadMs } from '../records/next-read.ts'
import { enqueueRead, type ReadRequest } from '../records/read-queue.ts'
import type { ReadOutcome } from './confirm-transaction.ts'
import { findOrphanedNotifications } from './read-queue-store.ts'
import { createWakeSignal, sleep, type WakeSignal } from './wake-signal.ts'

export interface SyncSchedulerDeps {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly environment: EnvironmentName
  readonly everyMs: number
  readonly perSecond: number
  now(): number
  monotonic(): number
}

export interface SyncScheduler {
  /** Sweeps every `everyMs` until told to stop. */
  work(lease: Lease, signal: AbortSignal): Promise<void>
  /** Told of each read, so that a sweep knows when it is done. */
  recordResult(transaction: string, result: ReadOutcome['result']): void
}

const hour = 3_600_000
/** What the live stream told is kept for so long (ms): a browser that comes back later reads everything anew. */
const changesKeptMs = hour
/** An open transaction that moved within this time is read in each sweep, not only when it is expected to move. */
const recentChangeMs = 24 * hour
/** Of the reads of a period, the share that goes to those that nothing is expected of yet. */
const openReadShare = 0.2

/** After these the transaction is asked for again. */
const retriedResults: ReadonlySet<ReadOutcome['result']> = new Set(['outage', 'nonsense', 'missed'])

const emptyCounts = { read_count: 0, changed: 0, failed: 0 }

interface PlannedRead {
  readonly id: string
  readonly final: number
  readonly listed_at: number | null
  readonly final_read_at: number | null
  readonly expires_at: number | null
}

/** Endpoint 4 is asked each hour, after the end, and after the expiry. */
function needsList({ final, listed_at, final_read_at, expires_at }: PlannedRead, now: number): boolean {
  if (listed_at === null || listed_at < now - hour) return true
  if (final === 1 && final_read_at !== null) return listed_at < final_read_at
  return expires_at !== null && expires_at <= now && listed_at < expires_at
}

/** What a sweep reads again: first what is expected to have moved, then open ones, the longest unread first. */
export async function planSyncReads(
  db: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
  { now, everyMs, most }: { now: number; everyMs: number; most: number },
): Promise<ReadRequest[]> {
  const known = db
    .selectFrom('transactions')
    .select(['id', 'final', 'listed_at', 'final_read_at', 'expires_at'])
    .where('environment', '=', environment)
    .where('next_read_at', 'is not', null)
  const expected: PlannedRead[] = await known
    .where((eb) => eb.or([eb('next_read_at', '<=', now), eb('next_read_at', '>', now + maxScheduleAheadMs)]))
    .orderBy('next_read_at')
    .limit(most)
    .execute()
  const open: PlannedRead[] = await known
    .where('final', '=', 0)
    .where('gone', '=', 0)
    .where('next_read_at', '>', now)
    .where('changed_at', '>', now - recentChangeMs)
    .where((eb) => eb.or([eb('read_at', 'is', null), eb('read_at', '<', now - everyMs / 2)]))
    .orderBy('read_at')
    .limit(Math.min(most - expected.length, Math.ceil(most * openReadShare)))
    .execute()
  return [...expected, ...open].flatMap((one) => {
    const transaction = transactionId.safeParse(one.id)
    if (!transaction.success) return []
    const withList = needsList(one, now)
    return [{ environment, transaction: transaction.data, why: 'sweep' as const, dueAt: now, withList }]
  })
}

export function createSyncScheduler(deps: SyncSchedulerDeps): SyncScheduler {
  const { store, environment, everyMs, now } = deps
  /** Half of what a period allows: a read may come with its list. */
  const most = Math.max(1, Math.floor((deps.perSecond * everyMs) / 2_000))
  let left = new Set<string>()
  let counts = { ...emptyCounts }
  let bell: WakeSignal = createWakeSignal()

  async function tell(seq: number, version: number): Promise<void> {
    const change = { environment, merchant: null, kind: 'sweep' as const, subject_id: String(seq), version }
    await withTransaction(store, (trx) => appendChange(trx, store.dialect, change, now()))
    store.wake('changes')
  }

  /** A sweep that was cut off with its instance ended then, as far as anybody knows. */
  async function begin(lease: Lease): Promise<number> {
    const started = now()
    return withTransaction(store, async (trx) => {
      await trx
        .updateTable('sweeps')
        .set({ ended_at: started })
        .where('environment', '=', environment)
        .where('ended_at', 'is', null)
        .execute()
      const { seq } = await trx
        .insertInto('sweeps')
        .values({ environment, holder: lease.holder, started_at: started, ended_at: null, ...emptyCounts })
        .returning('seq')
        .executeTakeFirstOrThrow()
      return seq
    })
  }

  /** Notifications that nobody asks for any more, and those that never came into the queue. */
  async function recall(): Promise<void> {
    const ids = await findOrphanedNotifications(store.db, environment)
    const asks = ids.flatMap((id): ReadRequest[] => {
      const transaction: TransactionId | undefined = transactionId.safeParse(id).data
      return transaction ? [{ environment, transaction, why: 'notification', dueAt: now() }] : []
    })
    await enqueueRead(store.db, asks, now())
    if (asks.length > 0) store.wake('due')
  }

  async function once(lease: Lease, signal: AbortSignal): Promise<void> {
    const plan = await planSyncReads(store.db, environment, { now: now(), everyMs, most })
    left = new Set(plan.map(({ transaction }) => transaction))
    counts = { ...emptyCounts }
    bell = createWakeSignal()
    const seq = await begin(lease)
    await tell(seq, 1)
    await enqueueRead(store.db, plan, now())
    store.wake('due')
    const until = deps.monotonic() + everyMs
    while (left.size > 0 && !signal.aborted && deps.monotonic() < until) await bell.wait(500)
    if (signal.aborted) return
    const ended = { ...counts, failed: counts.failed + left.size, ended_at: now() }
    left = new Set()
    await store.db.updateTable('sweeps').set(ended).where('seq', '=', seq).execute()
    await tell(seq, 2)
    await pruneChanges(store.db, now() - changesKeptMs)
  }

  /** ms until the next sweep is due, by the last that anybody began. */
  async function restMs(): Promise<number> {
    const last = await store.db
      .selectFrom('sweeps')
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
