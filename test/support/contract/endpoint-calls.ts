import { authenticatedRoutes } from '@paydesk/bff/app/create-app'
import { resolvePermissions } from '@paydesk/bff/platform/access/permissions'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import type { Role } from '@paydesk/shared/core/permissions'
import type { Endpoint } from '@paydesk/shared/endpoints'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Stack } from '../stack/start.ts'
import { insertSystem, systemOf } from './api-keys.ts'
import { buildDocumentInputs } from './documents.ts'
import {
  alertAbout,
  anaRuiz,
  claraWeiss,
  exportRequestAbout,
  glassOf,
  importOf,
  personInTrail,
  questionAbout,
  queueViewOf,
  receivedOf,
  savedViewOf,
  startComplianceSession,
  subjectRequestAbout,
  transactionsFile,
} from './endpoint-subjects.ts'
import { buildRequestInputs } from './payment-requests.ts'
import { insertDiscrepancy } from './reconciliation.ts'
import { reviewAt, staffTexts } from './review-calls.ts'
import { customerHandleOf, customerOf, identityHandleOf } from './support.ts'

export type EndpointName = keyof typeof endpoints

export interface EndpointInput {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export const endpointNames = Object.keys(endpoints) as EndpointName[]

/** Permission of the endpoint's registered route. Throws if no route serves the endpoint. */
export function permissionAt(name: EndpointName) {
  const found = authenticatedRoutes.find((route) => route.endpoint === endpoints[name])
  if (found === undefined) throw new Error(`${name} has no route`)
  return found.permission
}

/** True if the role has the permission of the endpoint's route. */
export function mayCall(role: Role, name: EndpointName): boolean {
  const permission = permissionAt(name)
  return permission === 'signed_in' || resolvePermissions(role).has(permission)
}

/** Role for a successful call: the first of the list that may call the endpoint. */
export function callerOf(name: EndpointName): 'compliance' | 'admin' | 'auditor' | 'support' {
  const callers = ['compliance', 'admin', 'auditor', 'support'] as const
  return callers.find((role) => mayCall(role, name)) ?? 'compliance'
}

/** True for event streams: the answer does not end, so tests listen instead of reading to the end. */
export function isEndless(name: EndpointName): boolean {
  return endpoints[name].stream === 'text/event-stream'
}

/** True for answers that are files, sent with the content type of the file. */
export function isBytes(name: EndpointName): boolean {
  return endpoints[name].stream === 'application/octet-stream'
}

/**
 * Endpoints that answer from our own records only. Without records the answer is empty, even outside the
 * caller's scope.
 */
export const ownNotes: ReadonlySet<EndpointName> = new Set([
  'showTransactionHistory',
  'listReceivedNotifications',
  'showCaseQueuePosition',
  'showTransactionPaymentRequest',
])

/** Endpoints that require a recent re-authentication. */
export const needsProof: ReadonlySet<EndpointName> = new Set(['showPaymentLink', 'createApiKey'])

/**
 * Endpoints that answer only for a transaction that is or was in review. For any other transaction the
 * payment service is not asked.
 */
export const ofQueue: ReadonlySet<EndpointName> = new Set([
  'showCase',
  'claimCase',
  'releaseCase',
  'addCaseNote',
  'listMentionCandidates',
  'snoozeCase',
  'endCaseSnooze',
  'saveDecisionDraft',
  'decideCase',
])

const subjectKinds = ['customer', 'transaction', 'identity', 'decision', 'question', 'discrepancy'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Kind of the subject in the endpoint's path; null if there is none. */
export function subjectOf(endpoint: Endpoint): SubjectKind | null {
  return subjectKinds.find((kind) => new RegExp(`:${kind}\\b`).test(endpoint.path)) ?? null
}

/** Valid input of every endpoint, about one customer of the sandbox. */
export async function inputsAbout(
  stack: Stack,
  rid: string,
  merchant?: string,
): Promise<Record<EndpointName, EndpointInput>> {
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
    person: await personInTrail(stack),
  }
  const params = (...names: (keyof typeof of)[]) => ({
    params: Object.fromEntries(names.map((name) => [name, of[name]])),
  })
  const review = await reviewAt(stack, merchant ?? 'demo-merchant')
  const question = await questionAbout(stack, of.customer)
  const item = { params: { env: of.env, transaction: review.item } }
  const text = staffTexts.note
  const draft = { params: { env: of.env, kind: 'case_note', about: review.item } }
  const session = await startComplianceSession(stack)
  await glassOf(stack, claraWeiss, false)
  const glass = { params: { breakGlass: await glassOf(stack, anaRuiz, true) } }
  const drift = await insertDiscrepancy(stack, {
    ...{ merchant: merchant ?? 'demo-merchant', kind: 'other_customer', customer: of.customer },
  })
  const subjectOfExport = { customer: of.customer, merchant: merchant ?? 'demo-merchant' }
  const requests = {
    confirmed: await subjectRequestAbout(stack, 'confirmed', subjectOfExport),
    waiting: await subjectRequestAbout(stack, 'waiting', {
      ...subjectOfExport,
      customer: generateId('c'),
    }),
  }
  return {
    showCurrentSession: { params: {} },
    chooseRole: { params: {}, body: { role: 'compliance' } },
    signOut: { params: {} },
    searchRecords: { ...params('env'), body: { text: rid } },
    showCustomer: params('env', 'customer'),
    listCustomerTransactions: params('env', 'customer'),
    showCustomerIdentity: params('env', 'customer'),
    showTransaction: params('env', 'transaction'),
    showTransactionRecord: params('env', 'transaction'),
    listSentNotifications: params('env', 'transaction'),
    showIdentity: params('env', 'identity'),
    showIdentityRecord: params('env', 'identity'),
    checkIdentity: params('env', 'identity'),
    verifyCaller: { ...params('env', 'customer'), body: { kind: 'email', claim: 'nobody@example.test' } },
    listTransactions: { ...params('env'), query: { open: '1', sort: 'changed' } },
    exportTransactions: { ...params('env'), query: { open: '1' } },
    showHomeFigures: params('env'),
    showTransactionTrend: params('env'),
    showRecordsCoverage: params('env'),
    suggestIds: { ...params('env'), body: { text: 'ord-' } },
    readTransactionsAhead: { ...params('env'), body: { transactions: [of.transaction] } },
    showTransactionHistory: params('env', 'transaction'),
    listReceivedNotifications: params('env', 'transaction'),
    listCustomerObservations: params('env', 'customer'),
    listCustomerNotifications: params('env', 'customer'),
    listCustomerCaseEvents: params('env', 'customer'),
    listCustomerDiscrepancies: params('env', 'customer'),
    listNotificationQueue: { ...params('env'), query: { kind: 'transaction' } },
    exportNotifications: params('env'),
    showNotificationFigures: params('env'),
    reprocessNotification: {
      ...params('env', 'notification'),
      body: { reason: 'The service repaired its record', ticket: 'T-1' },
    },
    listTransactionListViews: params('env'),
    saveTransactionListView: { ...params('env'), body: { name: 'In review', filter: { review: '1' } } },
    changeTransactionListView: { ...params('env', 'view'), body: { name: 'Of the day' } },
    restoreTransactionListView: params('env', 'view'),
    removeTransactionListView: params('env', 'view'),
    listReviewQueueViews: params('env'),
    saveReviewQueueView: { ...params('env'), body: { name: 'Risk', filter: { kind: 'risk' } } },
    changeReviewQueueView: { params: { env: of.env, view: of.queueView }, body: { isShared: true } },
    restoreReviewQueueView: { params: { env: of.env, view: of.queueView } },
    removeReviewQueueView: { params: { env: of.env, view: of.queueView } },
    startImport: { ...params('env'), body: transactionsFile },
    listImports: params('env'),
    showImport: params('env', 'import'),
    stopImport: params('env', 'import'),
    exportRefusedImportLines: params('env', 'import'),
    listUndocumentedValues: params('env'),
    showHealth: { params: {} },
    showHealthLastDay: { params: {} },
    streamLiveEvents: { params: {} },
    listCases: { ...params('env'), query: { kind: 'piv', sort: 'expiry' } },
    showReviewFigures: { ...params('env'), query: { days: '7' } },
    showCase: item,
    showCaseQueuePosition: item,
    claimCase: { ...item, body: {} },
    releaseCase: item,
    addCaseNote: { ...item, body: { text } },
    listMentionCandidates: item,
    listColleagues: params('env'),
    endCaseSnooze: { ...item, body: { until: '2026-01-01T00:00:00.000Z' } },
    snoozeCase: { ...item, body: { duration: '4h', text } },
    saveDecisionDraft: {
      ...item,
      body: { draft: { verdict: 'reject', reason: null, text: staffTexts.draft, ticket: '' } },
    },
    decideCase: {
      params: { env: of.env, transaction: review.judged.transaction },
      body: {
        verdict: 'accept',
        reason: 'documents_checked',
        text: staffTexts.decision,
        recordHash: review.judged.recordHash,
      },
    },
    bulkDecideCases: {
      ...params('env'),
      body: {
        cases: [{ transaction: review.item, state: 'NEVER', compound: null }],
        verdict: 'accept',
        reason: 'documents_checked',
        text: staffTexts.decision,
      },
    },
    exportDecisions: params('env'),
    exportCases: { ...params('env'), query: { snoozed: '1' } },
    exportQuestions: { ...params('env'), query: { show: 'all' } },
    exportCustomerTransactions: { ...params('env'), query: { customer: of.customer } },
    listDecisions: { ...params('env'), query: { show: 'open' } },
    showDecision: { params: { env: of.env, decision: review.waiting.decision } },
    decideApproval: {
      params: { env: of.env, decision: review.waiting.decision },
      body: { answer: 'send_back', text: staffTexts.decision, recordHash: review.waiting.recordHash },
    },
    withdrawDecision: { params: { env: of.env, decision: review.own } },
    askQuestion: {
      ...params('env'),
      body: {
        about: { kind: 'customer', customer: of.customer },
        to: 'finance',
        question: staffTexts.question,
      },
    },
    listInbox: { ...params('env'), query: { show: 'unread', kind: 'mention' } },
    countUnreadInboxEntries: params('env'),
    markInboxEntries: { ...params('env'), body: { entries: null, isRead: true } },
    listQuestions: { ...params('env'), query: { show: 'to_answer' } },
    answerQuestion: {
      params: { env: of.env, question },
      body: { answer: 'text', text: staffTexts.answer },
    },
    listDiscrepancies: { ...params('env'), query: { kind: 'other_customer', age: '30m', order: 'desc' } },
    showReconciliationReport: { ...params('env'), query: { days: '30' } },
    exportReconciliationReport: params('env'),
    requestSubjectAccessExport: { ...params('env'), body: { customer: of.customer, ticket: 'CASE-7' } },
    listSubjectAccessRequests: params('env'),
    decideSubjectAccessExport: {
      params: { env: of.env, request: requests.waiting },
      body: { answer: 'confirm' },
    },
    downloadSubjectAccessExport: { params: { env: of.env, request: requests.confirmed } },
    requestExport: {
      ...params('env'),
      body: {
        selection: { list: 'transactions', filter: { open: '1' } },
        ...{ purpose: 'incident', caseRef: 'CASE-7', text: staffTexts.note },
      },
    },
    listExportRequests: params('env'),
    decideExportRequest: {
      params: { env: of.env, request: await exportRequestAbout(stack, 'colleague') },
      body: { answer: 'confirm' },
    },
    withdrawExportRequest: {
      params: { env: of.env, request: await exportRequestAbout(stack, 'compliance') },
    },
    explainDiscrepancy: {
      params: { env: of.env, discrepancy: drift },
      body: { reason: 'asked_operator', text: staffTexts.note, ticket: 'T-1' },
    },
    listAuditEntries: { ...params('env'), query: { group: 'reads' } },
    showAuditLogFigures: params('env'),
    showRecordAccess: { ...params('env'), body: { subject: of.customer } },
    showStaffActivity: params('env', 'person'),
    startAuditLogVerification: params('env'),
    showAuditLogVerification: params('env'),
    exportAuditLog: params('env'),
    exportAuditEntries: params('env'),
    showFieldPermissions: params('env'),
    showMaskingProof: params('env'),
    exportFieldPermissions: params('env'),
    exportFieldPermissionsJson: params('env'),
    ...(await buildDocumentInputs(stack, of.identity, merchant ?? 'demo-merchant')),
    saveSettings: {
      params: {},
      body: {
        ...defaultPersonSettings,
        language: 'de',
        timeZone: 'Europe/Berlin',
        numbers: '1.234,56',
        dates: 'dots',
      },
    },
    showFormDraft: draft,
    saveFormDraft: {
      ...draft,
      body: { version: 'aaaaaaaaaaaa.1', replaces: null, content: { text: staffTexts.draft } },
    },
    removeFormDraft: { ...draft, body: { version: 'bbbbbbbbbbbb.1' } },
    listOwnSessions: { params: {} },
    endOwnSession: { params: { session } },
    endOtherSessions: { params: {} },
    listAllSessions: { params: {} },
    endSession: { params: { session }, body: { reason: 'lost_device', ticket: 'T-1' } },
    reportBreakGlass: {
      params: {},
      body: { text: 'The customer could be told whose payment it was. '.repeat(2) },
    },
    startBreakGlass: { params: {}, body: { purpose: 'incident', ticket: 'T-1', text: staffTexts.note } },
    endBreakGlass: { params: {} },
    listBreakGlass: { params: {}, query: { show: 'waiting' } },
    showBreakGlass: glass,
    acknowledgeBreakGlass: glass,
    showBreakGlassFigures: { params: {} },
    revealField: {
      ...params('env'),
      body: {
        record: { kind: 'identity', identity: of.identity },
        ...{ path: ['profile', 'email'], purpose: 'identity_check', caseRef: 'T-1' },
      },
    },
    revealFieldGroup: {
      ...params('env'),
      body: {
        record: { kind: 'identity', identity: of.identity },
        ...{ fields: ['first_name', 'last_name'], purpose: 'identity_check', caseRef: 'T-1' },
      },
    },
    consumePendingReveal: params('env'),
    listUnusualAccessAlerts: params('env'),
    acknowledgeUnusualAccessAlert: { params: { env: of.env, alert: await alertAbout(stack) } },
    ...(await buildRequestInputs(stack, of, merchant ?? 'demo-merchant')),
    listApiKeys: params('env'),
    createApiKey: { ...params('env'), body: systemOf(merchant ?? 'demo-merchant') },
    revokeApiKey: {
      params: {
        env: of.env,
        apiKey: (await insertSystem(stack, { merchant: merchant ?? 'demo-merchant' })).id,
      },
    },
  }
}
