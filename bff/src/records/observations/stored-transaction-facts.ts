import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { parseTransactionState } from '@paydesk/shared/core/state'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { RecordedFactsRow } from './amounts.ts'
import {
  afterEndNotificationEvents,
  classifyNotificationEvent,
  isContinuingNotificationEvent,
} from './notification-events.ts'

/**
 * Facts of our records about a transaction that a record read now can contradict. Times in ms since 1970, by
 * Paydesk's clock.
 */
export interface StoredTransactionFacts {
  /** Customer handle as recorded before. */
  readonly customer: string | null
  readonly state: string
  readonly compound: string | null
  /** Amount and times for the header of the pages; no rule reads them. */
  readonly recorded: RecordedFactsRow
  /** Start of the last confirmed read; null if only the customer's list is known. */
  readonly readAt: number | null
  /** Time since which the state has been the same at least. */
  readonly changedAt: number
  /** Final states of earlier reads that another state followed. */
  readonly formerEnds: readonly string[]
  /**
   * Time of the read that found the end, if the transaction was seen open before; null if it was final when
   * first seen.
   */
  readonly endedAt: number | null
  /** Arrival of the first trusted notification that names a final state; null if none has arrived. */
  readonly endAnnouncedAt: number | null
  /** Set if any notification names a final state, from any sender. */
  readonly hasEndNotification: boolean
  readonly newestEvent: string | null
  /** Distinct amounts of the trusted notifications, without refunds and other events after the end. */
  readonly amounts: readonly { readonly minor: number; readonly currency: string }[]
  /**
   * Arrival of the last notification in this environment; null if not queried, because no end lacks its
   * notification.
   */
  readonly lastNotificationAt: number | null
  /**
   * Sum of the customer's successful transactions, currency → minor units; may be too low, never too high.
   */
  readonly succeeded: ReadonlyMap<string, number>
}

export interface MerchantTransactionKey {
  readonly environment: EnvironmentName
  readonly transaction: TransactionId
  /** Merchant that the record names; facts recorded under another merchant do not apply. */
  readonly merchant: string
}

type Db = Kysely<DatabaseSchema>
type Row = Omit<Selectable<DatabaseSchema['transactions']>, 'seq'>

const maxNotifications = 200
/** Limit of summed transactions: a part is enough, because more of them can only raise the sum. */
const maxCustomerTransactions = 500
/** Delay in ms by which totals of the payment service may follow its states. */
const totalsDelayMs = 3_600_000

/** Loads the newest notifications first, without those that carry another transaction's secret. */
function loadNewestNotifications(db: Db, { environment, id }: Row) {
  return db
    .selectFrom('notification_queue')
    .select(['received_at', 'proof', 'event', 'state', 'amount_minor', 'currency', 'secret_matches'])
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('status', 'in', ['waiting', 'confirmed'])
    .where((eb) => eb.or([eb('secret_matches', 'is', null), eb('secret_matches', '=', 1)]))
    .orderBy('seq', 'desc')
    .limit(maxNotifications)
    .execute()
}
type FactNotification = Awaited<ReturnType<typeof loadNewestNotifications>>[number]

/** Trusts a proved origin or the transaction's secret: anybody could have sent other notifications. */
const isTrusted = ({ proof, secret_matches }: FactNotification) => proof !== 'none' || secret_matches === 1

const announcesEnd = ({ event, state }: FactNotification) =>
  !isContinuingNotificationEvent(event) &&
  ((state !== null && parseTransactionState(state).final) ||
    (state === null && classifyNotificationEvent(event).meaning === 'final'))

/** Loads the states that the transaction left, as earlier reads gave them. */
async function loadFormerStates(db: Db, { environment, id }: Row): Promise<string[]> {
  const rows = await db
    .selectFrom('observations')
    .select('before_value')
    .distinct()
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('what', '=', 'state')
    .limit(100)
    .execute()
  return rows.flatMap(({ before_value }) => (before_value === null ? [] : [before_value]))
}

async function loadLastNotificationAt(db: Db, environment: string): Promise<number | null> {
  const row = await db
    .selectFrom('notification_queue')
    .select((eb) => eb.fn.max('received_at').as('at'))
    .where('environment', '=', environment)
    .executeTakeFirst()
  return row?.at == null ? null : Number(row.at)
}

/** Sums the customer's real payments without refunds and the like, from an hour after they became final. */
async function loadSucceededTotals(db: Db, { environment, merchant, customer }: Row, now: number) {
  if (customer === null) return new Map<string, number>()
  const some = db
    .selectFrom('transactions')
    .select(['environment', 'id', 'state', 'test', 'gone', 'currency', 'amount_minor', 'final_read_at'])
    .where('environment', '=', environment)
    .where('customer', '=', customer)
    .where('merchant', '=', merchant)
    .limit(maxCustomerTransactions)
    .as('some')
  const rows = await db
    .selectFrom(some)
    .select(['currency', sql<number>`sum(cast(amount_minor as double precision))`.as('total')])
    .where('state', '=', 'SUCCESS')
    .where('test', '=', 0)
    .where('gone', '=', 0)
    .where('amount_minor', 'is not', null)
    .where('final_read_at', '<=', now - totalsDelayMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_queue')
            .select('notification_queue.seq')
            .whereRef('notification_queue.environment', '=', 'some.environment')
            .whereRef('notification_queue.transaction_id', '=', 'some.id')
            .where('notification_queue.event', 'in', afterEndNotificationEvents),
        ),
      ),
    )
    .groupBy('currency')
    .execute()
  return new Map(
    rows.flatMap(({ currency, total }) => (currency === null ? [] : [[currency, Number(total)] as const])),
  )
}

function collectAmounts(notifications: readonly FactNotification[]): StoredTransactionFacts['amounts'] {
  const amounts = new Map<string, { minor: number; currency: string }>()
  for (const { amount_minor: minor, currency, event } of notifications)
    if (minor !== null && currency !== null && classifyNotificationEvent(event).meaning !== 'after_end')
      amounts.set(`${minor} ${currency}`, { minor, currency })
  return [...amounts.values()]
}

/**
 * Loads the facts that are not in the row. Queries run one by one inside a transaction, which has one
 * connection.
 */
async function loadFactParts(db: Db, row: Row, { now, totals }: StoredTransactionFactsOptions) {
  const asks = {
    notifications: async () => (row.received > 0 ? loadNewestNotifications(db, row) : []),
    left: async () => (row.version > 1 ? loadFormerStates(db, row) : []),
    succeeded: async () => (totals ? loadSucceededTotals(db, row, now) : new Map<string, number>()),
  }
  if (db.isTransaction)
    return {
      notifications: await asks.notifications(),
      left: await asks.left(),
      succeeded: await asks.succeeded(),
    }
  const [notifications, left, succeeded] = await Promise.all([
    asks.notifications(),
    asks.left(),
    asks.succeeded(),
  ])
  return { notifications, left, succeeded }
}

/** Loads the facts of a transaction whose row is loaded already. */
export async function loadStoredTransactionFacts(
  db: Db,
  row: Row,
  storedFactsOptions: StoredTransactionFactsOptions,
): Promise<StoredTransactionFacts> {
  // Skip queries that cannot find anything: most transactions are viewed before anything happens to them.
  const { notifications, left, succeeded } = await loadFactParts(db, row, storedFactsOptions)
  const believed = notifications.filter(isTrusted)
  const endHeard = notifications.some(announcesEnd)
  const sawItOpen = left.some((state) => !parseTransactionState(state).final)
  const endedAt = sawItOpen ? row.final_read_at : null
  return {
    customer: row.customer,
    state: row.state,
    compound: row.compound,
    recorded: {
      amount_minor: row.amount_minor,
      currency: row.currency,
      amount_source: row.amount_source,
      amount_text: row.amount_text,
      currency_text: row.currency_text,
      first_seen: row.first_seen,
      changed_at: row.changed_at,
    },
    readAt: row.read_at,
    changedAt: row.changed_at,
    formerEnds: left.filter((state) => parseTransactionState(state).final),
    endedAt,
    endAnnouncedAt: believed.findLast(announcesEnd)?.received_at ?? null,
    hasEndNotification: endHeard,
    newestEvent: believed[0]?.event ?? null,
    amounts: collectAmounts(believed),
    lastNotificationAt:
      endedAt === null || endHeard ? null : await loadLastNotificationAt(db, row.environment),
    succeeded,
  }
}

/** Creates a finder of transaction rows; compiles the statement once, because every view runs it. */
export function createTransactionFinder(db: Db): (about: MerchantTransactionKey) => Promise<Row | undefined> {
  const find = db
    .selectFrom('transactions')
    .selectAll()
    .where('environment', '=', '')
    .where('id', '=', '')
    .where('merchant', '=', '')
    .compile()
  return async ({ environment, transaction, merchant }) => {
    const { rows } = await db.executeQuery<Row>({ ...find, parameters: [environment, transaction, merchant] })
    return rows[0]
  }
}

export interface StoredTransactionFactsOptions {
  /** Current time in ms since 1970. */
  readonly now: number
  /** Requests `succeeded`, which decides nothing for a role that sees no totals. */
  readonly totals: boolean
}
