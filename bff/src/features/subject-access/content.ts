import { setImmediate as nextTurn } from 'node:timers/promises'
import { customerHandleSchema, environmentNameSchema } from '@paydesk/shared/core/ids'
import type { StreamClient } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { SubjectExportTexts } from './labels.ts'
import type { SubjectAccessRequestDeps } from './requests.ts'
import type { SubjectAccessRequestRow } from './rows.ts'
import { loadDataSubjectAccessLog } from './subject-access-history.ts'
import { type DataSubject, streamSubjectTransactions } from './subject-transactions.ts'

/** Number of audit entries that are written into the export at a time. */
const entriesPerChunk = 200

/** Finds the customer that a request is about. Throws `not_found`. */
export async function findDataSubject(
  row: SubjectAccessRequestRow,
  { handles }: SubjectAccessRequestDeps,
): Promise<DataSubject> {
  const { customer, merchant } = row
  const environment = environmentNameSchema.parse(row.environment)
  const handleTarget = await handles.resolve(environment, customerHandleSchema.parse(customer))
  if (handleTarget === null) throw new ProblemError('not_found')
  return { environment, merchant, customer, rid: handleTarget.plaintext }
}

async function loadQuestions(
  { store }: SubjectAccessRequestDeps,
  { environment, customer, merchant }: DataSubject,
) {
  const own = store.db
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', environment)
    .where('merchant', '=', merchant)
    .where('customer', '=', customer)
  const rows = await store.db
    .selectFrom('questions')
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

/** Loads payments that were requested on the customer's behalf, including those that failed. */
async function loadPaymentRequests(
  { store }: SubjectAccessRequestDeps,
  { environment, customer, merchant }: DataSubject,
) {
  const rows = await store.db
    .selectFrom('payment_requests')
    .select(['created_at', 'sent_at', 'status', 'reference', 'workflow', 'amount_minor', 'currency'])
    .select(['merchant_transaction_id', 'transaction_id'])
    .where('environment', '=', environment)
    .where('merchant', '=', merchant)
    .where('customer', '=', customer)
    .where('status', '!=', 'draft')
    .orderBy('created_at')
    .execute()
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return rows.map(({ created_at, sent_at, status, amount_minor: amount, ...row }) => ({
    ...{ requested_at: time(created_at), sent_at: time(sent_at), outcome: status, amount },
    reference: row.reference,
    ...{ workflow: row.workflow, currency: row.currency, transaction: row.transaction_id },
    merchants_transaction: row.merchant_transaction_id,
  }))
}

const formatJson = (value: unknown) => JSON.stringify(value, null, 1)

/**
 * Streams the export for the customer: one JSON object, piece by piece. Leaves out names of staff, secrets,
 * texts of staff, and results of checks that must not be disclosed.
 */
export async function* streamSubjectExport(
  row: SubjectAccessRequestRow,
  subject: DataSubject,
  deps: SubjectAccessRequestDeps,
  { signal, countRows, ...words }: Pick<StreamClient, 'signal' | 'countRows'> & SubjectExportTexts,
): AsyncGenerator<string> {
  const { store } = deps
  const head = {
    created_at: new Date().toISOString(),
    about: Object.values(words.texts.intro),
    customer: subject.rid,
    merchant: subject.merchant,
  }
  yield `${formatJson({ paydesk_subject_export: 1, ...head, ticket: row.ticket }).slice(0, -2)},\n "payments": [`
  let payments = 0
  for await (const one of streamSubjectTransactions(store.db, subject)) {
    if (signal.aborted) return
    yield `${payments === 0 ? '' : ','}\n${formatJson(one)}`
    payments += 1
    countRows(1)
  }
  yield `\n ],\n "payment_requests": ${formatJson(await loadPaymentRequests(deps, subject))},`
  yield `\n "questions_between_employees": ${formatJson(await loadQuestions(deps, subject))},\n "looked_at": [`
  const looks = await loadDataSubjectAccessLog(subject, deps, words)
  for (let from = 0; from < looks.length; from += entriesPerChunk) {
    if (signal.aborted) return
    const some = looks.slice(from, from + entriesPerChunk).map(formatJson)
    yield `${from === 0 ? '' : ','}\n${some.join(',\n')}`
    countRows(some.length)
    await nextTurn()
  }
  const counts = { payments, looked_at: looks.length }
  yield `\n ],\n "not_in_here": ${formatJson(Object.values(words.texts.omissions))},\n "counts": ${formatJson(counts)}\n}\n`
}
