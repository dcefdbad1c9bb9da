import { randomBytes } from 'node:crypto'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { staffTextCipherContext } from '@paydesk/bff/records/review-cases'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Stack } from '../stack/start.ts'
import { staffTexts } from './review-calls.ts'

/** Inserts a confirmed notification of this transaction into the notification queue. Returns the number. */
export async function receivedOf(stack: Stack, transaction: string, merchant: string): Promise<string> {
  const at = Date.parse('2026-03-12T09:00:00Z')
  const { seq } = await stack.deps.store.db
    .insertInto('notification_queue')
    .values({
      environment: 'stage',
      digest: randomBytes(32).toString('hex'),
      received_at: at,
      last_at: at,
      repeats: 0,
      proof: 'checksum',
      sealed: '',
      status: 'confirmed',
      tries: 0,
      kind: 'transaction',
      transaction_id: transaction,
      merchant,
      event: 'payment_success',
      state: 'PENDING',
      late: 0,
      effect: 'agrees',
      confirmed_at: at,
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return String(seq)
}

/** Id of a view of the transaction list that compliance has saved. */
export async function savedViewOf(stack: Stack): Promise<string> {
  const visitor = await stack.as('compliance')
  const params = { env: 'stage' }
  const body = { name: 'Open', filter: { open: '1' } }
  const own = await visitor.get(endpoints.listTransactionListViews, { params })
  const { views } =
    own.views.length > 0 ? own : await visitor.get(endpoints.saveTransactionListView, { params, body })
  return views.at(-1)?.view ?? ''
}

/** Id of a view of the review queue that compliance has saved. */
export async function queueViewOf(stack: Stack): Promise<string> {
  const visitor = await stack.as('compliance')
  const params = { env: 'stage' }
  const body = { name: 'Instruments', filter: { kind: 'piv' } }
  const own = await visitor.get(endpoints.listReviewQueueViews, { params })
  const { views } =
    own.views.length > 0 ? own : await visitor.get(endpoints.saveReviewQueueView, { params, body })
  return views.at(-1)?.view ?? ''
}

/** Starts an import as administrator. Returns the id. */
export async function importOf(stack: Stack): Promise<string> {
  const visitor = await stack.as('admin')
  const begun = await visitor.get(endpoints.startImport, { params: { env: 'stage' }, body: transactionsFile })
  return begun.import
}

/** Handle of a person with entries in the audit log. */
export async function personInTrail(stack: Stack): Promise<string> {
  const visitor = await stack.as('auditor')
  const { people } = await visitor.get(endpoints.showAuditLogFigures, { params: { env: 'stage' } })
  return people[0]?.person.person ?? ''
}

export const transactionsFile = { kind: 'transaction', text: 'transaction\n../secret\n' }

/** Starts another session of compliance. Returns the handle that session lists show. */
export async function startComplianceSession(stack: Stack): Promise<string> {
  const { sessions } = stack.deps
  const of = { issuer: stack.sandbox.idpUrl, subject: 'clara.weiss' }
  const person = { ...of, name: 'Clara Weiss', roles: ['compliance'] as const, merchants: null }
  const cookie = await sessions.start({ ...person, providerSession: null, idToken: 'none' })
  const { session } = await sessions.find(cookie)
  return session?.handle ?? ''
}

export const claraWeiss = { subject: 'clara.weiss', name: 'Clara Weiss' }
export const anaRuiz = { subject: 'ana.ruiz', name: 'Ana Ruiz' }

/**
 * Inserts emergency access of two days ago, with a report that nobody has acknowledged (`isReported`) or
 * without the report that is due. Returns the id.
 */
export async function glassOf(
  stack: Stack,
  { subject, name }: typeof anaRuiz,
  isReported: boolean,
): Promise<string> {
  const { store, cipher } = stack.deps
  const sealed = (text: string) => cipher.seal(staffTextCipherContext, text)
  const at = Date.now() - 2 * 86_400_000
  const id = generateId('g')
  const row = {
    ...{ id, issuer: stack.sandbox.idpUrl, subject, name: sealed(name), session_hash: '0'.repeat(64) },
    ...{
      role: 'support',
      purpose_code: 'incident' as const,
      case_ref: 'T-1',
      sealed_text: sealed(staffTexts.note),
    },
    ...{ at, until: at + 900_000 },
    ...(isReported && { sealed_report: sealed(staffTexts.note), reported_at: at + 1_000_000 }),
  }
  await store.db
    .insertInto('break_glass_grants')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

/** Asks compliance a question about a customer as support. Returns the id. */
export async function questionAbout(stack: Stack, customer: string): Promise<string> {
  const visitor = await stack.as('support')
  const body = { about: { kind: 'customer', customer }, to: 'compliance', question: staffTexts.question }
  const asked = await visitor.get(endpoints.askQuestion, { params: { env: 'stage' }, body })
  return asked.question.id
}

/**
 * Replaces the customer's subject access requests by one of a colleague of compliance; `confirmed`: approved
 * by compliance.
 */
export async function subjectRequestAbout(
  stack: Stack,
  status: 'waiting' | 'confirmed',
  { customer, merchant }: { readonly customer: string; readonly merchant: string },
): Promise<string> {
  await stack.as('compliance')
  const { db } = stack.deps.store
  const me = await db
    .selectFrom('sessions')
    .select(['issuer', 'subject'])
    .where('role', '=', 'compliance')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const name = stack.deps.cipher.seal(staffTextCipherContext, 'A colleague')
  const now = Date.now()
  const id = generateId('q')
  await db.deleteFrom('subject_access_requests').where('customer', '=', customer).execute()
  await db
    .insertInto('subject_access_requests')
    .values({
      ...{ id, environment: 'stage', merchant, customer, ticket: 'T-4711', issuer: me.issuer },
      ...{ subject: 'a.colleague', name, at: now - 1_000, until: now + 3_600_000, status },
      ...(status === 'waiting'
        ? {}
        : {
            approval_issuer: me.issuer,
            approval_subject: me.subject,
            approval_name: name,
            approval_at: now,
          }),
    })
    .execute()
  return id
}

/** Inserts a request of compliance, or of a colleague, for an export; it waits for an approval. */
export async function exportRequestAbout(stack: Stack, by: 'compliance' | 'colleague'): Promise<string> {
  await stack.as('compliance')
  const { db } = stack.deps.store
  const me = await db
    .selectFrom('sessions')
    .select(['issuer', 'subject'])
    .where('role', '=', 'compliance')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const [at, id] = [Date.now(), generateId('er')]
  const sealed = stack.deps.cipher.seal(staffTextCipherContext, 'A colleague')
  await db
    .insertInto('export_requests')
    .values({
      ...{ id, environment: 'stage', merchants: '["demo-merchant"]', row_count: 12, downloads: 0 },
      ...{ issuer: me.issuer, subject: by === 'compliance' ? me.subject : 'a.colleague', name: sealed },
      selection: JSON.stringify({ list: 'transactions', filter: {} }),
      ...{ purpose: 'incident', case_ref: 'T-4711', sealed_text: sealed, at, until: at + 3_600_000 },
    })
    .execute()
  return id
}

/** Inserts a reveal alert about a person who has no other alert. Returns the id. */
export async function alertAbout(stack: Stack, subject = `colleague-${randomBytes(4).toString('hex')}`) {
  const id = generateId('w')
  await stack.deps.store.db
    .insertInto('reveal_alerts')
    .values({
      ...{ id, environment: 'stage', issuer: stack.sandbox.idpUrl, subject, why: 'pace', at: Date.now() },
      ...{ reveals: 16, customers: 3 },
    })
    .execute()
  return id
}
