import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { parseState } from '@paydesk/shared/core/state'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { afterEndEvents, describeEvent, isContinuingEvent } from './notification-events.ts'

/**
 * What the index knows of a transaction beside the record that is read now, as far as the two can contradict
 * each other. Times in ms since 1970, of this office.
 */
export interface IndexFacts {
  /** The customer's handle as it was known before. */
  readonly customer: string | null
  readonly state: string
  readonly compound: string | null
  /** When the read that counts began; null where only the customer's list is known. */
  readonly readAt: number | null
  /** It has been so at least since then. */
  readonly changedAt: number
  /** Final states that it was read in before another. */
  readonly formerEnds: readonly string[]
  /** It was known before its end, and that end was read then; null where it was final when it was first seen. */
  readonly endedAt: number | null
  /** The first notification of proved origin that names a final state; null where none has. */
  readonly endAnnouncedAt: number | null
  /** Whether any notification did, whoever sent it. */
  readonly hasEndNotification: boolean
  readonly newestEvent: string | null
  /** Amounts that its notifications name, each once; refunds and the like left out. */
  readonly amounts: readonly { readonly minor: number; readonly currency: string }[]
  /** When the service was heard last in this environment; null where no end is missed, and nobody asked. */
  readonly lastNotificationAt: number | null
  /** What some of this customer's successful transactions come to: currency → minor units, never too much. */
  readonly succeeded: ReadonlyMap<string, number>
}

export interface MerchantTransactionKey {
  readonly environment: EnvironmentName
  readonly transaction: TransactionId
  /** As the record names it: what is known under another merchant is not this one. */
  readonly merchant: string
}

type Db = Kysely<DatabaseSchema>
type Row = Omit<Selectable<DatabaseSchema['transactions']>, 'seq'>

const maxNotifications = 200
/** A part is enough: more of them can only make the sum larger. */
const maxCustomerTransactions = 500
/** Totals of the service may come later than states (ms). */
const totalsDelayMs = 3_600_000

/** The newest first, without those that know another transaction's secret. */
function loadNewestNotifications(db: Db, { environment, id }: Row) {
  return db
    .selectFrom('inbox')
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

/** Anybody could have sent the others. */
const isTrusted = ({ proof, secret_matches }: FactNotification) => proof !== 'none' || secret_matches === 1

const announcesEnd = ({ event, state }: FactNotification) =>
  !isContinuingEvent(event) &&
  ((state !== null && parseState(state).final) || (state === null && describeEvent(event).means === 'final'))

/** The states that it left, as they were read. */
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
    .selectFrom('inbox')
    .select((eb) => eb.fn.max('received_at').as('at'))
    .where('environment', '=', environment)
    .executeTakeFirst()
  return row?.at == null ? null : Number(row.at)
}

/** Of one customer: real money of which nothing went back, an hour after it was final. */
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
          selectFrom('inbox')
            .select('inbox.seq')
            .whereRef('inbox.environment', '=', 'some.environment')
            .whereRef('inbox.transaction_id', '=', 'some.id')
            .where('inbox.event', 'in', afterEndEvents),
        ),
      ),
    )
    .groupBy('currency')
    .execute()
  return new Map(
    rows.flatMap(({ currency, total }) => (currency === null ? [] : [[currency, Number(total)] as const])),
  )
}

function collectAmounts(notices: readonly FactNotification[]): IndexFacts['amounts'] {
  const amounts = new Map<string, { minor: number; currency: string }>()
  for (const { amount_minor: minor, currency, event } of notices)
    if (minor !== null && currency !== null && describeEvent(event).means !== 'after_end')
      amounts.set(`${minor} ${currency}`, { minor, currency })
  return [...amounts.values()]
}

/** What the rules ask beside the row. A transaction has one connection: its questions wait for each other. */
async function loadFactParts(db: Db, row: Row, { now, totals }: IndexFactsOptions) {
  const asks = {
    notices: async () => (row.received > 0 ? loadNewestNotifications(db, row) : []),
    left: async () => (row.version > 1 ? loadFormerStates(db, row) : []),
    succeeded: async () => (totals ? loadSucceededTotals(db, row, now) : new Map<string, number>()),
  }
  if (db.isTransaction)
    return { notices: await asks.notices(), left: await asks.left(), succeeded: await asks.succeeded() }
  const [notices, left, succeeded] = await Promise.all([asks.notices(), asks.left(), asks.succeeded()])
  return { notices, left, succeeded }
}

/** What is known of a transaction whose row is at hand. */
export async function loadIndexFacts(db: Db, row: Row, asked: IndexFactsOptions): Promise<IndexFacts> {
  // Most are looked at before anything has happened to them: then there is nothing more to ask.
  const { notices, left, succeeded } = await loadFactParts(db, row, asked)
  const believed = notices.filter(isTrusted)
  const endHeard = notices.some(announcesEnd)
  const sawItOpen = left.some((state) => !parseState(state).final)
  const endedAt = sawItOpen ? row.final_read_at : null
  return {
    customer: row.customer,
    state: row.state,
    compound: row.compound,
    readAt: row.read_at,
    changedAt: row.changed_at,
    formerEnds: left.filter((state) => parseState(state).final),
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

/** Finds the rows of transactions: the statement is made once, because every look at one asks. */
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

export interface IndexFactsOptions {
  /** ms since 1970. */
  readonly now: number
  /** Whether `succeeded` is asked for: of a role that sees no totals it decides nothing. */
  readonly totals: boolean
}
