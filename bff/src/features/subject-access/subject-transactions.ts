import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'

/** Customer that an export is about. */
export interface DataSubject {
  readonly environment: EnvironmentName
  readonly merchant: string
  /** Handle of the customer. */
  readonly customer: string
  readonly rid: string
}

type Db = Kysely<DatabaseSchema>
type Transaction = Selectable<DatabaseSchema['transactions']>

/** Batch size of rows that are read at a time. */
const batch = 100

const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())

async function loadObservations(db: Db, { environment }: DataSubject, id: string) {
  const rows = await db
    .selectFrom('observations')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({
    what: row.what,
    told_by: row.source,
    not_before: time(row.from_at),
    not_after: time(row.to_at),
    before: row.before_value,
    after: row.after_value,
  }))
}

/** Loads facts of notifications, never their bytes. */
async function loadNotifications(db: Db, { environment }: DataSubject, id: string) {
  const rows = await db
    .selectFrom('notification_queue')
    .select(['received_at', 'event', 'state', 'compound', 'amount_minor', 'currency', 'repeats'])
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(({ received_at, compound, amount_minor: amount, ...row }) => ({
    received_at: time(received_at),
    ...row,
    compound_state: compound,
    amount,
  }))
}

/**
 * Leaves out the reason of every decision: some must not be disclosed, and
 * leaving out only those would disclose them.
 */
async function loadDecisions(db: Db, { environment }: DataSubject, id: string) {
  const rows = await db
    .selectFrom('decisions')
    .select(['at', 'verdict', 'status', 'approval_at'])
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .orderBy('at')
    .execute()
  return rows.map(({ at, approval_at, ...row }) => ({
    at: time(at),
    ...row,
    checked_by_a_second_person_at: time(approval_at),
  }))
}

async function loadReviews(db: Db, { environment }: DataSubject, id: string) {
  const stays = await db
    .selectFrom('review_cases')
    .select(['since_to', 'ended_at'])
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .orderBy('seq')
    .execute()
  const { notes } = await db
    .selectFrom('review_notes')
    .select(({ fn }) => fn.countAll<number>().as('notes'))
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .executeTakeFirstOrThrow()
  const periods = stays.map(({ since_to, ended_at }) => ({ from: time(since_to), to: time(ended_at) }))
  return { periods, notes_of_employees: Number(notes) }
}

async function loadDiscrepancies(db: Db, { environment }: DataSubject, id: string) {
  const rows = await db
    .selectFrom('discrepancies')
    .select(['kind', 'opened_to', 'closed_at', 'explained'])
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(({ kind, opened_to, closed_at, explained }) => ({
    kind,
    seen_at: time(opened_to),
    closed_at: time(closed_at),
    explained: Number(explained) > 0,
  }))
}

async function buildSubjectTransaction(db: Db, subject: DataSubject, row: Transaction) {
  return {
    transaction: row.id,
    merchants_transaction: row.merchant_transaction_id,
    reference: row.reference,
    workflow: row.workflow,
    state: row.state,
    compound_state: row.compound,
    amount: row.amount_minor,
    currency: row.currency,
    expires_at: time(row.expires_at),
    first_seen_at: time(row.first_seen),
    last_read_at: time(row.read_at),
    changes: await loadObservations(db, subject, row.id),
    messages: await loadNotifications(db, subject, row.id),
    checked_by_people: await loadReviews(db, subject, row.id),
    decisions: await loadDecisions(db, subject, row.id),
    differences: await loadDiscrepancies(db, subject, row.id),
  }
}

export type SubjectTransaction = Awaited<ReturnType<typeof buildSubjectTransaction>>

/** Streams every payment of the customer, one after the other, in the order in which they were first seen. */
export async function* streamSubjectTransactions(
  db: Db,
  subject: DataSubject,
): AsyncGenerator<SubjectTransaction> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('transactions')
      .selectAll()
      .where('environment', '=', subject.environment)
      .where('merchant', '=', subject.merchant)
      .where('customer', '=', subject.customer)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(batch)
      .execute()
    for (const row of rows) yield buildSubjectTransaction(db, subject, row)
    after = rows.at(-1)?.seq ?? after
    if (rows.length < batch) return
    await nextTurn()
  }
}
