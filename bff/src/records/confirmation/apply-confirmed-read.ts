import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { parseTransactionState } from '@paydesk/shared/core/state'
import type { Transaction } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import { type Lease, LeaseLostError, type LeaseStore } from '../../platform/database/leases.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { appendLiveChange, type NewLiveChange } from '../live-changes.ts'
import { recordDecisionOutcome } from '../observations/decision-outcome.ts'
import { classifyNotificationEvent } from '../observations/notification-events.ts'
import {
  isUnresolvedNotification,
  type NotificationResolution,
  resolveNotification,
  type SentNotificationComparison,
  type StoredNotification,
  saveNotificationListedFlags,
  saveNotificationResolutions,
} from '../observations/notification-matching.ts'
import {
  buildChangeObservations,
  buildFirstObservation,
  type ChangeInterval,
  hasTransactionRowChanged,
  type NewObservation,
  type TransactionRow,
} from '../observations/observations.ts'
import {
  findUndocumentedInNotification,
  recordUndocumentedValues,
} from '../observations/undocumented-values.ts'
import { raiseUnusualAccessAlert } from '../unusual-access-alerts.ts'
import { dequeueTransactionRead } from './dequeue-read.ts'
import { mergeReadIntoTransactionRow, resolveSecretHashes, type TransactionRead } from './merge-read.ts'
import { type ReviewRules, updateReviewQueue } from './review-queue.ts'

/** Read and the notifications stored before it: only they report refunds, chargebacks and disputes. */
interface NotifiedRead {
  readonly environment: string
  readonly transaction: string
  readonly arrivedAt: number
  readonly notifications: readonly StoredNotification[]
}

/**
 * Builds one observation for each new refund, chargeback or dispute. These events follow a final state and
 * leave it as it is, so a comparison of states would miss them.
 */
async function buildAfterEndObservations(
  trx: Transaction<DatabaseSchema>,
  { environment, transaction, notifications, arrivedAt }: NotifiedRead,
): Promise<NewObservation[]> {
  const some = notifications.filter(
    ({ status, event }) => status === 'waiting' && classifyNotificationEvent(event).meaning === 'after_end',
  )
  if (some.length === 0) return []
  const rows = await trx
    .selectFrom('observations')
    .select('notification_seq')
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('what', '=', 'event')
    .execute()
  const noted = new Set(rows.map(({ notification_seq }) => notification_seq))
  return some
    .filter(({ seq }) => !noted.has(seq))
    .map(({ seq, event, received_at }) => ({
      what: 'event',
      source: 'notification',
      from_at: null,
      to_at: Math.min(received_at, arrivedAt),
      before_value: null,
      after_value: event,
      compound: null,
      notification_seq: seq,
    }))
}

/** Read of a transaction (interface, endpoint 2), with the notifications that were stored before it began. */
export interface ConfirmedRead extends TransactionRead {
  readonly environment: EnvironmentName
  readonly transaction: TransactionId
  /**
   * Flag per stored notification that tells if the payment service lists it (endpoint 4); null if not
   * requested.
   */
  readonly listed: SentNotificationComparison['listed'] | null
  readonly lease: Lease
  /** Number of requests when the queued read was taken up: later requests are left for another read. */
  readonly requestCount: number
  /**
   * Callback in the same transaction after the row and its observations are written; returns more changes to
   * publish.
   */
  readonly afterApply: ConfirmedReadCallback | null
}

/** Row of a transaction before and after a read. */
export interface TransactionRowChange {
  readonly before: TransactionRow | undefined
  readonly after: TransactionRow
}
export type ConfirmedReadCallback = (
  trx: Transaction<DatabaseSchema>,
  transactionRowChange: TransactionRowChange,
) => Promise<NewLiveChange[]>

export interface ApplyConfirmedReadDeps {
  readonly review: ReviewRules
  readonly dialect: Store['dialect']
  readonly leases: LeaseStore
}

export interface ApplyConfirmedReadResult {
  readonly changed: boolean
  /** Version of the row; null if neither the payment service nor Paydesk knows the transaction. */
  readonly version: number | null
}

/**
 * Writes a read into our records, the only way in which a read changes a known transaction. Row,
 * observations, resolved notifications and live-stream changes are one database transaction; call
 * `store.wake('changes')` after it. Throws LeaseLostError.
 */
export async function applyConfirmedRead(
  trx: Transaction<DatabaseSchema>,
  read: ConfirmedRead,
  { dialect, leases, review }: ApplyConfirmedReadDeps,
): Promise<ApplyConfirmedReadResult> {
  if (!(await leases.isStillHeld(trx, read.lease))) throw new LeaseLostError()
  const { before, after, interval } = await writeRow(trx, read)
  const changed = after !== null && (before === undefined || hasTransactionRowChanged(before, after))
  const found = before === undefined ? [] : await loadEarlierStates(trx, read)
  const changes = await resolveNotifications(trx, read, { before, changed, earlier: new Set(found) }, dialect)
  if (changed && after !== null) {
    const newObservations = [buildFirstObservation(after, after.first_source, read.arrivedAt)]
    await insertObservations(
      trx,
      after,
      before === undefined ? newObservations : buildChangeObservations(before, after, interval),
    )
  }
  changes.push(...(await recordNewValues(trx, read, before, after)))
  // Publish the transaction even if only its notifications changed: its page shows them.
  if (after !== null && (changed || changes.length > 0))
    changes.push({
      ...pickEnvironmentAndMerchant(read),
      kind: 'transaction',
      subject_id: after.id,
      version: after.version,
    })
  if (after !== null) {
    const seen = { before, after, record: read.found?.review ?? null, interval }
    changes.push(...(await updateReviewQueue(trx, seen, review, read.arrivedAt)))
    const ended = { ...read, state: after.state, final: after.final === 1 && after.gone === 0, interval }
    changes.push(...(await recordDecisionOutcome(trx, ended)))
    await insertObservations(trx, after, await buildAfterEndObservations(trx, read))
    if (read.afterApply !== null) changes.push(...(await read.afterApply(trx, { before, after })))
  }
  await dequeueTransactionRead(trx, read, after === null)
  await appendLiveChange(trx, dialect, changes, read.arrivedAt)
  return { changed, version: after?.version ?? null }
}

const pickEnvironmentAndMerchant = ({ environment, found }: ConfirmedRead) => ({
  environment,
  merchant: found?.merchant ?? null,
})

/** Inserts or updates the row; updates it too if a staff read inserts the row at the same moment. */
async function writeRow(trx: Transaction<DatabaseSchema>, read: ConfirmedRead) {
  const load = () =>
    trx
      .selectFrom('transactions')
      .selectAll()
      .where('environment', '=', read.environment)
      .where('id', '=', read.transaction)
      .executeTakeFirst()
  const known = await load()
  if (known === undefined) {
    const interval = computeChangeInterval(read, undefined)
    const after = mergeReadIntoTransactionRow(read, undefined, interval)
    if (after === null || (await insertTransaction(trx, after))) return { before: undefined, after, interval }
  }
  const before = known ?? (await load())
  if (before === undefined) throw new Error('a transaction was stored and not found')
  const interval = computeChangeInterval(read, before)
  const next = mergeReadIntoTransactionRow(read, before, interval)
  const after =
    next === null
      ? null
      : { ...next, version: before.version + (hasTransactionRowChanged(before, next) ? 1 : 0) }
  if (after !== null) await updateTransaction(trx, before, after)
  return { before, after, interval }
}

async function insertTransaction(trx: Transaction<DatabaseSchema>, row: TransactionRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('transactions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['environment', 'id']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Writes only changed columns: every named column costs its indexes. */
async function updateTransaction(
  trx: Transaction<DatabaseSchema>,
  before: TransactionRow,
  after: TransactionRow,
): Promise<void> {
  const columns = Object.entries(after).filter(([name, value]) => Reflect.get(before, name) !== value)
  // Return without an update after two reads within a millisecond: no column differs.
  if (columns.length === 0) return
  await trx
    .updateTable('transactions')
    .set(Object.fromEntries(columns))
    .where('environment', '=', after.environment)
    .where('id', '=', after.id)
    .execute()
}

/**
 * Bounds the time of the change: after the previous read started; before this answer, or before the
 * notification announcing this state.
 */
function computeChangeInterval(read: ConfirmedRead, before: TransactionRow | undefined): ChangeInterval {
  const from = before === undefined ? null : (before.read_at ?? before.first_seen)
  const announcement = read.notifications.find(
    ({ status, proof, state, received_at }) =>
      status === 'waiting' &&
      proof !== 'none' &&
      state === read.found?.columns.state &&
      received_at > (from ?? 0) &&
      received_at <= read.arrivedAt,
  )
  if (announcement !== undefined)
    return { from, to: announcement.received_at, source: 'notification', notificationSeq: announcement.seq }
  return { from, to: Math.max(read.arrivedAt, from ?? 0), source: 'read', notificationSeq: null }
}

async function insertObservations(
  trx: Transaction<DatabaseSchema>,
  row: TransactionRow,
  observations: NewObservation[],
): Promise<void> {
  if (observations.length === 0) return
  const { environment, id, version } = row
  const rows = observations.map((one) => ({ ...one, environment, transaction_id: id, version }))
  await trx.insertInto('observations').values(rows).execute()
}

/** Loads the states that earlier reads gave; empty if no notification has to be resolved. */
async function loadEarlierStates(trx: Transaction<DatabaseSchema>, read: ConfirmedRead): Promise<string[]> {
  const waits = read.notifications.some((one) => isUnresolvedNotification(one, read.found !== null))
  if (!waits) return []
  const rows = await trx
    .selectFrom('observations')
    .select('before_value')
    .distinct()
    .where('environment', '=', read.environment)
    .where('transaction_id', '=', read.transaction)
    .where('what', '=', 'state')
    .limit(100)
    .execute()
  return rows.flatMap(({ before_value }) => (before_value === null ? [] : [before_value]))
}

async function resolveNotifications(
  trx: Transaction<DatabaseSchema>,
  read: ConfirmedRead,
  known: { before: TransactionRow | undefined; changed: boolean; earlier: ReadonlySet<string> },
  dialect: Store['dialect'],
): Promise<NewLiveChange[]> {
  const finding = {
    state: read.found?.columns.state ?? null,
    changed: known.before === undefined || known.before.state !== read.found?.columns.state,
    previous: known.before ?? null,
    earlier: known.earlier,
    secrets: resolveSecretHashes(read.found, known.before),
  }
  const settled = new Map<number, NotificationResolution>()
  for (const one of read.notifications)
    if (isUnresolvedNotification(one, read.found !== null))
      settled.set(
        one.seq,
        resolveNotification(one, finding, (state) => parseTransactionState(state).final),
      )
  await saveNotificationResolutions(trx, settled, read.arrivedAt)
  const foreign = [...settled.values()].filter(({ secretMatches }) => secretMatches === false).length
  if (foreign > 0) {
    // Somebody who can prove the origin sends for transactions that are not theirs: people must know.
    const alert = { person: null, why: 'foreign_secret', count: foreign, customers: 0 } as const
    await raiseUnusualAccessAlert(trx, dialect, { environment: read.environment, ...alert }, read.arrivedAt)
  }
  if (read.listed !== null) await saveNotificationListedFlags(trx, read.listed)
  return [...settled.keys()].map((seq) => ({
    ...pickEnvironmentAndMerchant(read),
    kind: 'notification',
    subject_id: String(seq),
    version: 2,
  }))
}

/**
 * Records undocumented values: of each notification once, of record and list only when their values change.
 */
async function recordNewValues(
  trx: Transaction<DatabaseSchema>,
  read: ConfirmedRead,
  before: TransactionRow | undefined,
  after: TransactionRow | null,
): Promise<NewLiveChange[]> {
  const news = read.notifications.filter(
    ({ status, confirmed_at }) => status === 'waiting' && confirmed_at === null,
  )
  const values = [
    ...news.flatMap(findUndocumentedInNotification),
    ...(after?.record_values === before?.record_values ? [] : read.recordValues),
    ...(after?.list_values === before?.list_values ? [] : read.listValues),
  ]
  const of = { environment: read.environment, merchant: after?.merchant ?? null }
  const added = await recordUndocumentedValues(trx, of, values, read.transaction, read.arrivedAt)
  return added.map(({ place }) => ({ ...of, kind: 'undocumented_value', subject_id: place, version: 1 }))
}
