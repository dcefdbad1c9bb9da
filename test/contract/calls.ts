import { randomBytes } from 'node:crypto'
import { permissionsOf } from '@paydesk/bff/access/permissions'
import { routes } from '@paydesk/bff/app'
import { newId } from '@paydesk/bff/store/new-id'
import type { Endpoint } from '@paydesk/shared/endpoints'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Role } from '@paydesk/shared/permissions'
import type { Stack } from '../stack/start.ts'
import { insertDrift } from './drifting.ts'
import { reviewAt, typed } from './review-calls.ts'
import { customerHandleOf, customerOf, identityHandleOf } from './support.ts'

export type EndpointName = keyof typeof endpoints

export interface Input {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export const endpointNames = Object.keys(endpoints) as EndpointName[]

/** The permission of each route, as it is registered. */
export function permissionAt(name: EndpointName) {
  const found = routes.find((route) => route.endpoint === endpoints[name])
  if (found === undefined) throw new Error(`${name} has no route`)
  return found.permission
}

/** Whether a role may call this endpoint at all. */
export function mayCall(role: Role, name: EndpointName): boolean {
  const permission = permissionAt(name)
  return permission === 'signed_in' || permissionsOf(role).has(permission)
}

/** Who calls it well: compliance, or the administrator where compliance may not. */
export function callerOf(name: EndpointName): 'compliance' | 'admin' {
  return mayCall('compliance', name) ? 'compliance' : 'admin'
}

/** True where the answer goes on and on: it is heard, not read to its end. */
export function isEndless(name: EndpointName): boolean {
  return endpoints[name].stream === 'text/event-stream'
}

/** What this office noted itself: of what it never noted, the answer is empty, whoever's it is. */
export const ownNotes: ReadonlySet<EndpointName> = new Set([
  'showTransactionHistory',
  'listReceivedNotifications',
  'showReviewPlace',
])

/** What answers only about a transaction that is or was in review: of any other nobody is asked. */
export const ofQueue: ReadonlySet<EndpointName> = new Set([
  'showReviewItem',
  'claimReviewItem',
  'releaseReviewItem',
  'noteReviewItem',
  'listColleagues',
  'snoozeReviewItem',
  'draftReviewItem',
  'decideReviewItem',
])

const subjectKinds = ['customer', 'transaction', 'identity', 'decision', 'handover', 'item'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** The subject that an endpoint's address names, if any. */
export function subjectOf(endpoint: Endpoint): SubjectKind | null {
  return subjectKinds.find((kind) => new RegExp(`:${kind}\\b`).test(endpoint.path)) ?? null
}

/** A notification of this transaction, as the inbox holds it after it was confirmed. */
async function receivedOf(stack: Stack, transaction: string, merchant: string): Promise<string> {
  const at = Date.parse('2026-03-12T09:00:00Z')
  const { seq } = await stack.deps.store.db
    .insertInto('inbox')
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

/** A view that compliance has saved. */
async function savedViewOf(stack: Stack): Promise<string> {
  const visitor = await stack.as('compliance')
  const params = { env: 'stage' }
  const body = { name: 'Open', filter: { open: '1' } }
  const own = await visitor.get(endpoints.listViews, { params })
  const { views } = own.views.length > 0 ? own : await visitor.get(endpoints.saveView, { params, body })
  return views.at(-1)?.view ?? ''
}

/** A view of the queue that compliance has saved. */
async function queueViewOf(stack: Stack): Promise<string> {
  const visitor = await stack.as('compliance')
  const params = { env: 'stage' }
  const body = { name: 'Instruments', filter: { kind: 'piv' } }
  const own = await visitor.get(endpoints.listReviewViews, { params })
  const { views } = own.views.length > 0 ? own : await visitor.get(endpoints.saveReviewView, { params, body })
  return views.at(-1)?.view ?? ''
}

/** An import that the administrator has begun. */
async function importOf(stack: Stack): Promise<string> {
  const visitor = await stack.as('admin')
  const begun = await visitor.get(endpoints.startImport, { params: { env: 'stage' }, body: transactionsFile })
  return begun.import
}

const transactionsFile = { of: 'transaction', text: 'transaction\n../secret\n' }

/** A question that support has asked compliance about a customer. */
async function questionAbout(stack: Stack, customer: string): Promise<string> {
  const visitor = await stack.as('support')
  const body = { about: { kind: 'customer', customer }, to: 'compliance', question: typed.question }
  const asked = await visitor.get(endpoints.askHandover, { params: { env: 'stage' }, body })
  return asked.handover.handover
}

/** An alert about somebody whom nobody else is. */
async function alertAbout(stack: Stack, subject = `colleague-${randomBytes(4).toString('hex')}`) {
  const id = newId('w')
  await stack.deps.store.db
    .insertInto('reveal_alerts')
    .values({
      ...{ id, environment: 'stage', issuer: stack.sandbox.idpUrl, subject, why: 'pace', at: Date.now() },
      ...{ reveals: 16, customers: 3 },
    })
    .execute()
  return id
}

/** An input that each endpoint answers well, about one customer of the sandbox. */
export async function inputsAbout(
  stack: Stack,
  rid: string,
  merchant?: string,
): Promise<Record<EndpointName, Input>> {
  const customer = await customerOf(stack, rid, merchant)
  const of = {
    env: 'stage',
    customer: await customerHandleOf(stack, rid, merchant),
    transaction: customer.transaction(0),
    identity: await identityHandleOf(stack, rid, customer.identity, merchant),
    notification: await receivedOf(stack, customer.transaction(0), merchant ?? 'demo-merchant'),
    view: await savedViewOf(stack),
    queueView: await queueViewOf(stack),
    import: await importOf(stack),
  }
  const params = (...names: (keyof typeof of)[]) => ({
    params: Object.fromEntries(names.map((name) => [name, of[name]])),
  })
  const review = await reviewAt(stack, merchant ?? 'demo-merchant')
  const question = await questionAbout(stack, of.customer)
  const item = { params: { env: of.env, transaction: review.item } }
  const text = typed.note
  const drift = await insertDrift(stack, {
    ...{ merchant: merchant ?? 'demo-merchant', kind: 'other_customer', customer: of.customer },
  })
  return {
    whoAmI: { params: {} },
    chooseRole: { params: {}, body: { role: 'compliance' } },
    signOut: { params: {} },
    lookUp: { ...params('env'), body: { text: rid } },
    showCustomer: params('env', 'customer'),
    listCustomerTransactions: params('env', 'customer'),
    showCustomerIdentity: params('env', 'customer'),
    showTransaction: params('env', 'transaction'),
    showTransactionRecord: params('env', 'transaction'),
    listTransactionNotifications: params('env', 'transaction'),
    showIdentity: params('env', 'identity'),
    showIdentityRecord: params('env', 'identity'),
    listTransactions: { ...params('env'), query: { open: '1', sort: 'changed' } },
    exportTransactions: { ...params('env'), query: { open: '1' } },
    showCoverage: params('env'),
    suggestIds: { ...params('env'), body: { text: 'ord-' } },
    showTransactionHistory: params('env', 'transaction'),
    listReceivedNotifications: params('env', 'transaction'),
    listLedger: { ...params('env'), query: { kind: 'transaction' } },
    showLedgerFigures: params('env'),
    reprocessNotification: {
      ...params('env', 'notification'),
      body: { reason: 'The service repaired its record', ticket: 'T-1' },
    },
    listViews: params('env'),
    saveView: { ...params('env'), body: { name: 'In review', filter: { review: '1' } } },
    removeView: params('env', 'view'),
    listReviewViews: params('env'),
    saveReviewView: { ...params('env'), body: { name: 'Risk', filter: { kind: 'risk' } } },
    removeReviewView: { params: { env: of.env, view: of.queueView } },
    startImport: { ...params('env'), body: transactionsFile },
    listImports: params('env'),
    showImport: params('env', 'import'),
    listUnknownValues: params('env'),
    showHealth: { params: {} },
    hearChanges: { params: {} },
    listReview: { ...params('env'), query: { kind: 'piv', sort: 'expiry' } },
    showReviewFigures: { ...params('env'), query: { days: '7' } },
    showReviewItem: item,
    showReviewPlace: item,
    claimReviewItem: { ...item, body: {} },
    releaseReviewItem: item,
    noteReviewItem: { ...item, body: { text } },
    listColleagues: item,
    snoozeReviewItem: { ...item, body: { span: '4h', text } },
    draftReviewItem: {
      ...item,
      body: { draft: { verdict: 'reject', reason: null, text: typed.draft, ticket: '' } },
    },
    decideReviewItem: {
      params: { env: of.env, transaction: review.judged.transaction },
      body: {
        verdict: 'accept',
        reason: 'documents_checked',
        text: typed.decision,
        print: review.judged.print,
      },
    },
    decideReviewItems: {
      ...params('env'),
      body: {
        items: [{ transaction: review.item, state: 'NEVER', compound: null }],
        verdict: 'accept',
        reason: 'documents_checked',
        text: typed.decision,
      },
    },
    listDecisions: { ...params('env'), query: { show: 'open' } },
    showDecision: { params: { env: of.env, decision: review.waiting.decision } },
    answerDecision: {
      params: { env: of.env, decision: review.waiting.decision },
      body: { answer: 'send_back', text: typed.decision, print: review.waiting.print },
    },
    withdrawDecision: { params: { env: of.env, decision: review.own } },
    askHandover: {
      ...params('env'),
      body: { about: { kind: 'customer', customer: of.customer }, to: 'finance', question: typed.question },
    },
    listHandovers: { ...params('env'), query: { show: 'to_answer' } },
    answerHandover: {
      params: { env: of.env, handover: question },
      body: { answer: 'text', text: typed.answer },
    },
    listDrift: { ...params('env'), query: { kind: 'other_customer', age: '30m', order: 'desc' } },
    showDriftSheet: { ...params('env'), query: { days: '30' } },
    exportDriftSheet: params('env'),
    explainDrift: {
      params: { env: of.env, item: drift },
      body: { reason: 'asked_operator', text: typed.note, ticket: 'T-1' },
    },
    revealField: {
      ...params('env'),
      body: {
        record: { kind: 'identity', identity: of.identity },
        ...{ path: ['profile', 'email'], purpose: 'identity_check', caseRef: 'T-1' },
      },
    },
    takeKeptReveal: params('env'),
    listRevealAlerts: params('env'),
    acknowledgeRevealAlert: { params: { env: of.env, alert: await alertAbout(stack) } },
  }
}
