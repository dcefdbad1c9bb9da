import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { readState } from '@paydesk/shared/core/state'
import type { Transaction } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Lease, Leases } from '../../platform/database/leases.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { appendChange, type NewChange } from '../changes.ts'
import { followUp } from '../observations/decision-outcome.ts'
import {
  type Compared,
  isOpen,
  type Settled,
  settle,
  writeListed,
  writeSettled,
} from '../observations/notification-matching.ts'
import {
  differs,
  firstSeen,
  type Interval,
  type NewObservation,
  observed,
  type Row,
} from '../observations/observations.ts'
import { noteUndocumented, undocumentedTold } from '../observations/undocumented-values.ts'
import { eventsAfterEnd } from './after-end.ts'
import { nextRow, type RowRead, secretsOf } from './merge-read.ts'
import { noteReview, type ReviewRules } from './review-queue.ts'
import { settleDue } from './settle-reads.ts'

/** One read of a transaction (interface, endpoint 2), with what was known before it began. */
export interface ConfirmedRead extends RowRead {
  readonly environment: EnvironmentName
  readonly transaction: TransactionId
  /** Which notifications the service lists (endpoint 4); null where it was not asked. */
  readonly listed: Compared['listed'] | null
  readonly lease: Lease
  /** `asked` of the due read when it was taken up: asks after it are left for another read. */
  readonly asked: number
  /** Told of the row once everything else is written, in the same transaction; gives what is to be told of it. */
  readonly judge: Judge | null
}

/** The row as it was known before and as it is known now. */
export interface Kept {
  readonly before: Row | undefined
  readonly after: Row
}
export type Judge = (trx: Transaction<Schema>, kept: Kept) => Promise<NewChange[]>

export interface ConfirmNeeds {
  readonly review: ReviewRules
  readonly dialect: Store['dialect']
  readonly leases: Leases
}

export interface Applied {
  readonly changed: boolean
  /** Null where neither the service nor this office knows the transaction. */
  readonly version: number | null
}

/** Somebody else works in this environment now: nothing of the read was written. */
export class LeaseLost extends Error {}

/**
 * Writes a read into the index: the only way in which a known transaction changes. Row, observations,
 * settled notifications and what the live stream tells are one transaction; call `store.wake('changes')`
 * after it. Throws LeaseLost.
 */
export async function applyRead(
  trx: Transaction<Schema>,
  read: ConfirmedRead,
  { dialect, leases, review }: ConfirmNeeds,
): Promise<Applied> {
  if (!(await leases.held(trx, read.lease))) throw new LeaseLost()
  const { before, after, interval } = await writeRow(trx, read)
  const changed = after !== null && (before === undefined || differs(before, after))
  const found = before === undefined ? [] : await statesRead(trx, read)
  const changes = await settleAll(trx, read, { before, changed, earlier: new Set(found) })
  if (changed && after !== null) {
    const seen = [firstSeen(after, after.first_source, read.arrivedAt)]
    await note(trx, after, before === undefined ? seen : observed(before, after, interval))
  }
  changes.push(...(await noteValues(trx, read, before, after)))
  // Whoever looks at the transaction looks at its notifications too.
  if (after !== null && (changed || changes.length > 0))
    changes.push({ ...placeOf(read), kind: 'transaction', subject_id: after.id, version: after.version })
  if (after !== null) {
    const seen = { before, after, record: read.found?.review ?? null, interval }
    changes.push(...(await noteReview(trx, seen, review, read.arrivedAt)))
    const ended = { ...read, state: after.state, final: after.final === 1 && after.gone === 0, interval }
    changes.push(...(await followUp(trx, ended)))
    await note(trx, after, await eventsAfterEnd(trx, read))
    if (read.judge !== null) changes.push(...(await read.judge(trx, { before, after })))
  }
  await settleDue(trx, read, after === null)
  await appendChange(trx, dialect, changes, read.arrivedAt)
  return { changed, version: after?.version ?? null }
}

const placeOf = ({ environment, found }: ConfirmedRead) => ({
  environment,
  merchant: found?.merchant ?? null,
})

/** Inserts or updates the row; one that a member of staff inserts at the same moment is updated. */
async function writeRow(trx: Transaction<Schema>, read: ConfirmedRead) {
  const load = () =>
    trx
      .selectFrom('transactions')
      .selectAll()
      .where('environment', '=', read.environment)
      .where('id', '=', read.transaction)
      .executeTakeFirst()
  const known = await load()
  if (known === undefined) {
    const interval = intervalOf(read, undefined)
    const after = nextRow(read, undefined, interval)
    if (after === null || (await insert(trx, after))) return { before: undefined, after, interval }
  }
  const before = known ?? (await load())
  if (before === undefined) throw new Error('a transaction was stored and not found')
  const interval = intervalOf(read, before)
  const next = nextRow(read, before, interval)
  const after = next === null ? null : { ...next, version: before.version + (differs(before, next) ? 1 : 0) }
  if (after !== null) await update(trx, before, after)
  return { before, after, interval }
}

async function insert(trx: Transaction<Schema>, row: Row): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('transactions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['environment', 'id']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Only what changed is written: each column that is named costs its indexes. */
async function update(trx: Transaction<Schema>, before: Row, after: Row): Promise<void> {
  const columns = Object.entries(after).filter(([name, value]) => Reflect.get(before, name) !== value)
  // Two reads within a millisecond.
  if (columns.length === 0) return
  await trx
    .updateTable('transactions')
    .set(Object.fromEntries(columns))
    .where('environment', '=', after.environment)
    .where('id', '=', after.id)
    .execute()
}

/**
 * A change lies after the last read began, and before this one's answer came or before the notification
 * arrived that says the same.
 */
function intervalOf(read: ConfirmedRead, before: Row | undefined): Interval {
  const from = before === undefined ? null : (before.read_at ?? before.first_seen)
  const herald = read.notices.find(
    ({ status, proof, state, received_at }) =>
      status === 'waiting' &&
      proof !== 'none' &&
      state === read.found?.columns.state &&
      received_at > (from ?? 0) &&
      received_at <= read.arrivedAt,
  )
  if (herald !== undefined)
    return { from, to: herald.received_at, source: 'notification', inboxSeq: herald.seq }
  return { from, to: Math.max(read.arrivedAt, from ?? 0), source: 'read', inboxSeq: null }
}

async function note(trx: Transaction<Schema>, row: Row, observations: NewObservation[]): Promise<void> {
  if (observations.length === 0) return
  const { environment, id, version } = row
  const rows = observations.map((one) => ({ ...one, environment, transaction_id: id, version }))
  await trx.insertInto('observations').values(rows).execute()
}

/** The states that were read before this one. */
async function statesRead(trx: Transaction<Schema>, read: ConfirmedRead): Promise<string[]> {
  const waits = read.notices.some((one) => isOpen(one, read.found !== null))
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

async function settleAll(
  trx: Transaction<Schema>,
  read: ConfirmedRead,
  known: { before: Row | undefined; changed: boolean; earlier: ReadonlySet<string> },
): Promise<NewChange[]> {
  const finding = {
    state: read.found?.columns.state ?? null,
    changed: known.before === undefined || known.before.state !== read.found?.columns.state,
    known: known.before ?? null,
    earlier: known.earlier,
    secrets: secretsOf(read.found, known.before),
  }
  const settled = new Map<number, Settled>()
  for (const one of read.notices)
    if (isOpen(one, read.found !== null))
      settled.set(
        one.seq,
        settle(one, finding, (state) => readState(state).final),
      )
  await writeSettled(trx, settled, read.arrivedAt)
  if (read.listed !== null) await writeListed(trx, read.listed)
  return [...settled.keys()].map((seq) => ({
    ...placeOf(read),
    kind: 'notification',
    subject_id: String(seq),
    version: 2,
  }))
}

/** Enters what nobody has documented: of each notification once, of record and list where they say another. */
async function noteValues(
  trx: Transaction<Schema>,
  read: ConfirmedRead,
  before: Row | undefined,
  after: Row | null,
): Promise<NewChange[]> {
  const news = read.notices.filter(
    ({ status, confirmed_at }) => status === 'waiting' && confirmed_at === null,
  )
  const values = [
    ...news.flatMap(undocumentedTold),
    ...(after?.record_values === before?.record_values ? [] : read.recordValues),
    ...(after?.list_values === before?.list_values ? [] : read.listValues),
  ]
  const of = { environment: read.environment, merchant: after?.merchant ?? null }
  const added = await noteUndocumented(trx, of, values, read.transaction, read.arrivedAt)
  return added.map(({ place }) => ({ ...of, kind: 'register', subject_id: place, version: 1 }))
}
