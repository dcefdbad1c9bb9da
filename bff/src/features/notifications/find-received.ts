import {
  type NotificationFilter,
  receivedNotificationStatusSchema,
} from '@paydesk/shared/payments/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import {
  buildIndexHintedTableSql,
  combineSqlConditions,
  type NumberRange,
  whereColumnInRange,
} from '../../platform/list-query/conditions.ts'
import { countRows } from '../../platform/list-query/page.ts'

/** Scan of the notification queue: an index ordered by arrival under each of its entries. */
interface IndexScan {
  readonly index: string
  readonly entries: readonly RawBuilder<unknown>[]
}

export interface ReceivedNotificationQuery {
  readonly environment: string
  /** Null if the person may see every merchant of the environment. */
  readonly merchants: readonly string[] | null
  readonly filter: Omit<NotificationFilter, 'from' | 'to'>
  /** Instants of the days of the filter (ms since 1970); null without days. */
  readonly days: NumberRange | null
}

/** Rows up to which the lengths of scans are compared. */
const fewRows = 2_000

const isInEnvironment = ({ environment }: ReceivedNotificationQuery) => sql`environment = ${environment}`

/** Parts of the filter with their indexes, from the rarest to the most frequent. */
function buildFilterParts({
  late,
  repeated,
  kind,
  effect,
  event,
  status,
}: ReceivedNotificationQuery['filter']) {
  // Write out the rare conditions: a database uses a partial index only if it sees the condition.
  const parts = [
    ...(late === undefined ? [] : [{ index: 'notification_queue_late', sql: sql`late = 1` }]),
    ...(repeated === undefined ? [] : [{ index: 'notification_queue_repeats', sql: sql`repeats > 0` }]),
    ...(kind === undefined || kind === 'transaction'
      ? []
      : [{ index: 'notification_queue_of_kind', sql: sql`kind <> 'transaction' and kind = ${kind}` }]),
    ...(effect === undefined
      ? []
      : [{ index: 'notification_queue_by_effect', sql: sql`effect = ${effect}` }]),
    ...(event === undefined ? [] : [{ index: 'notification_queue_by_event', sql: sql`event = ${event}` }]),
    ...(status === undefined
      ? []
      : [{ index: 'notification_queue_by_status', sql: sql`status = ${status}` }]),
  ]
  // Nearly all rows are of transactions, so this part needs no index.
  return kind === 'transaction' ? [...parts, { index: null, sql: sql`kind = 'transaction'` }] : parts
}

function listIndexScans({ filter, merchants }: ReceivedNotificationQuery): [IndexScan, ...IndexScan[]] {
  const byFilter = buildFilterParts(filter).flatMap((part): IndexScan[] =>
    part.index === null ? [] : [{ index: part.index, entries: [part.sql] }],
  )
  const byMerchant =
    merchants === null
      ? []
      : [{ index: 'notification_queue_by_merchant', entries: merchants.map((one) => sql`merchant = ${one}`) }]
  const [first, ...others] = [...byFilter, ...byMerchant]
  if (first !== undefined) return [first, ...others]
  const entries = receivedNotificationStatusSchema.options.map((status) => sql`status = ${status}`)
  return [{ index: 'notification_queue_by_status', entries }]
}

/**
 * Requires that notification and records agree on the merchant: a row that names another merchant than its
 * transaction has, or none, is for people who may see all merchants.
 */
function isOfMerchants(merchants: readonly string[]): RawBuilder<unknown> {
  const some = sql`(${sql.join([...merchants])})`
  return sql`merchant in ${some} and coalesce((select t.merchant from transactions t
    where t.environment = notification_queue.environment and t.id = notification_queue.transaction_id), merchant) in ${some}`
}

/** Selects the `seq` of rows along a scan, newest first, at most `limit` per entry. */
function selectSeqs(
  indexScan: IndexScan,
  where: RawBuilder<unknown>,
  limit: number,
  dialect: Store['dialect'],
): RawBuilder<unknown> {
  const branches = indexScan.entries.map(
    (
      entry,
    ) => sql`select * from (select seq from ${buildIndexHintedTableSql('notification_queue', indexScan.index, dialect)}
      where ${where} and ${entry} order by seq desc limit ${limit}) b`,
  )
  return sql.join(branches, sql` union all `)
}

/**
 * Returns the shortest scan, probing each up to a limit. If every part is frequent, matches
 * are found soon anyway.
 */
async function chooseShortestScan(question: ReceivedNotificationQuery, store: Store): Promise<IndexScan> {
  const [first, ...others] = listIndexScans(question)
  if (others.length === 0) return first
  let shortest = { scan: first, count: fewRows + 1 }
  for (const indexScan of [first, ...others]) {
    const count = await countRows(
      selectSeqs(indexScan, isInEnvironment(question), shortest.count, store.dialect),
      store,
    )
    if (count < shortest.count) shortest = { scan: indexScan, count }
  }
  return shortest.scan
}

export interface ReceivedNotificationMatches {
  /** Statement that selects the `seq` of the newest matches. */
  readonly numbers: RawBuilder<unknown>
  /** Number of all matches, up to the limit of counting. */
  readonly count: number
}

/** Clock skew (ms) allowed between instances: numbers are given in the order of writing, not of the clocks. */
const maxClockSkewMs = 900_000

/** Limits a scan to the numbers of these days, which the index over time finds: no scan begins with today. */
async function limitToDays(
  { environment, days }: ReceivedNotificationQuery,
  { db, dialect }: Store,
): Promise<RawBuilder<unknown> | null> {
  if (days === null) return null
  const find = async (at: number | null, direction: 'asc' | 'desc') => {
    if (at === null) return null
    const isNear =
      direction === 'asc'
        ? sql`received_at >= ${at - maxClockSkewMs}`
        : sql`received_at <= ${at + maxClockSkewMs}`
    const { rows } = await sql<{ seq: number }>`select seq
      from ${buildIndexHintedTableSql('notification_queue', 'notification_queue_by_time', dialect)}
      where environment = ${environment} and ${isNear} order by received_at ${sql.raw(direction)} limit 1`.execute(
      db,
    )
    return rows[0]?.seq ?? (direction === 'asc' ? Number.MAX_SAFE_INTEGER : 0)
  }
  const numbers = { from: await find(days.from, 'asc'), to: await find(days.to, 'desc') }
  return combineSqlConditions([whereColumnInRange('seq', numbers), whereColumnInRange('received_at', days)])
}

/**
 * Finds the newest received notifications that match a filter, below `before`. Scans the
 * matches, not the queue.
 */
export async function findReceivedNotifications(
  question: ReceivedNotificationQuery & { readonly before: number | null },
  { limit, countedTo }: { readonly limit: number; readonly countedTo: number },
  store: Store,
): Promise<ReceivedNotificationMatches> {
  const { filter, merchants, before } = question
  const indexScan = await chooseShortestScan(question, store)
  const where = combineSqlConditions([
    isInEnvironment(question),
    ...buildFilterParts(filter).map((part) => part.sql),
    merchants === null ? null : isOfMerchants(merchants),
    await limitToDays(question, store),
  ])
  const below = before === null ? where : sql`${where} and seq < ${before}`
  return {
    numbers: sql`select seq from (${selectSeqs(indexScan, below, limit, store.dialect)}) a order by seq desc limit ${limit}`,
    count: await countRows(selectSeqs(indexScan, where, countedTo, store.dialect), store),
  }
}
