import { setImmediate as nextTurn } from 'node:timers/promises'
import { customerHandle, environmentName } from '@paydesk/shared/core/ids'
import type { Hearer } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Handles } from '../../records/handles.ts'
import { heldTransactions, type Whom } from './held.ts'
import { looksAt } from './looks.ts'
import type { RequestRow, SubjectNeeds } from './rows.ts'
import { about, leftOut } from './words.ts'

export interface ContentNeeds extends SubjectNeeds {
  readonly handles: Handles
}

/** Entries that are written at a time. */
const batch = 200

/** Whom a request is about. Throws `not_found`. */
export async function whomOf(row: RequestRow, { handles }: ContentNeeds): Promise<Whom> {
  const { customer, merchant } = row
  const environment = environmentName.parse(row.environment)
  const known = await handles.resolve(environment, customerHandle.parse(customer))
  if (known === null) throw new ProblemError('not_found')
  return { environment, merchant, customer, rid: known.id }
}

async function questionsAbout({ store }: ContentNeeds, { environment, customer, merchant }: Whom) {
  const own = store.db
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', environment)
    .where('merchant', '=', merchant)
    .where('customer', '=', customer)
  const rows = await store.db
    .selectFrom('handovers')
    .select(['at', 'desk', 'answered_at'])
    .where('environment', '=', environment)
    .where((is) => is.or([is('subject_id', '=', customer), is('subject_id', 'in', own)]))
    .orderBy('at')
    .execute()
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return rows.map(({ at, desk, answered_at }) => ({
    at: time(at),
    asked: desk,
    answered_at: time(answered_at),
  }))
}

/** Payments that were asked for on the customer's behalf, also where none came of it. */
async function askedFor({ store }: ContentNeeds, { environment, customer, merchant }: Whom) {
  const rows = await store.db
    .selectFrom('payment_requests')
    .select(['made_at', 'sent_at', 'status', 'reference', 'workflow', 'amount_minor', 'currency'])
    .select(['merchant_transaction_id', 'transaction_id'])
    .where('environment', '=', environment)
    .where('merchant', '=', merchant)
    .where('customer', '=', customer)
    .where('status', '!=', 'draft')
    .orderBy('made_at')
    .execute()
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return rows.map(({ made_at, sent_at, status, amount_minor: amount, ...row }) => ({
    ...{ asked_at: time(made_at), sent_at: time(sent_at), outcome: status, amount },
    reference: row.reference,
    ...{ workflow: row.workflow, currency: row.currency, transaction: row.transaction_id },
    merchants_transaction: row.merchant_transaction_id,
  }))
}

const text = (value: unknown) => JSON.stringify(value, null, 1)

/**
 * The document that a customer is handed over: one JSON object, piece by piece. Without names of staff,
 * secrets, what staff wrote, and results of checks that may not be told.
 */
export async function* contentOf(
  row: RequestRow,
  whom: Whom,
  needs: ContentNeeds,
  { gone, sent }: Pick<Hearer, 'gone' | 'sent'>,
): AsyncGenerator<string> {
  const { store } = needs
  const head = { made_at: new Date().toISOString(), about, customer: whom.rid, merchant: whom.merchant }
  yield `${text({ paydesk_subject_export: 1, ...head, ticket: row.ticket }).slice(0, -2)},\n "payments": [`
  let payments = 0
  for await (const one of heldTransactions(store.db, whom)) {
    if (gone.aborted) return
    yield `${payments === 0 ? '' : ','}\n${text(one)}`
    payments += 1
    sent(1)
  }
  yield `\n ],\n "payments_asked_for": ${text(await askedFor(needs, whom))},`
  yield `\n "questions_between_employees": ${text(await questionsAbout(needs, whom))},\n "looked_at": [`
  const looks = await looksAt(whom, needs)
  for (let from = 0; from < looks.length; from += batch) {
    if (gone.aborted) return
    const some = looks.slice(from, from + batch).map(text)
    yield `${from === 0 ? '' : ','}\n${some.join(',\n')}`
    sent(some.length)
    await nextTurn()
  }
  const counts = { payments, looked_at: looks.length }
  yield `\n ],\n "not_in_here": ${text(leftOut)},\n "counts": ${text(counts)}\n}\n`
}
