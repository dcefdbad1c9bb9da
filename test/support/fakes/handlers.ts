import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import { endpoints } from '@paydesk/shared/endpoints'
import type { HttpHandler } from 'msw'
import { buildHealthLastDay, buildHealthView, buildImportView, undocumentedValues } from './administration.ts'
import { buildApiKeyList } from './api-keys.ts'
import {
  buildAuditEntryList,
  buildAuditLogFigures,
  buildAuditLogVerification,
  buildRecordAccessReport,
  buildStaffActivityReport,
} from './audit-log.ts'
import { buildBreakGlassFigures, buildBreakGlassList } from './break-glass.ts'
import {
  buildCustomerCaseEvents,
  buildCustomerDiscrepancyList,
  buildCustomerNotificationList,
  buildCustomerObservationList,
} from './customer-timeline.ts'
import {
  buildCustomer,
  buildCustomerTransactionList,
  buildIdentity,
  buildIdentityCheckReport,
  buildIdentityForSupport,
  buildTransactionSentNotifications,
} from './customers-and-identities.ts'
import { buildDecisionDetail, buildDecisionId, buildDecisionList, buildDecisionView } from './decisions.ts'
import {
  buildDocumentList,
  buildDocumentView,
  buildDownloadRequest,
  buildDownloadRequestList,
  createPicture,
} from './documents.ts'
import { buildExportRequestList } from './export-requests.ts'
import { fakeEndpoint } from './fake-endpoint.ts'
import { buildFieldPermissionsView, buildMaskingProofView } from './field-permissions.ts'
import { buildHomeFigures, buildTransactionTrend } from './home.ts'
import { maraCustomer, reviewTransaction } from './ids.ts'
import { buildInboxPage } from './inbox.ts'
import { createLiveStream } from './live-stream.ts'
import {
  buildNotificationFigures,
  buildReceivedNotification,
  buildReceivedNotificationList,
} from './notifications.ts'
import {
  buildCreatedRequest,
  buildPaymentLinkAnswer,
  buildPaymentRequestDraft,
  buildPaymentRequestList,
  buildRequestFormOptions,
} from './payment-requests.ts'
import { buildQuestionList, buildQuestionView } from './questions.ts'
import {
  buildDiscrepancy,
  buildDiscrepancyExplanation,
  buildDiscrepancyList,
  buildReconciliationReport,
} from './reconciliation.ts'
import {
  buildCaseClaim,
  buildCaseDetail,
  buildCaseList,
  buildCaseSummary,
  buildQueuePosition,
  mentionCandidates,
} from './review.ts'
import { buildReviewFigures } from './review-figures.ts'
import { buildAllSessions, buildOwnSessions } from './sessions.ts'
import { keepSettings } from './settings.ts'
import { buildSupportAgent } from './staff.ts'
import { buildSubjectAccessRequest, buildSubjectAccessRequestList } from './subject-access.ts'
import { buildTransactionHistory, buildTransactionReceivedNotifications } from './transaction-history.ts'
import { buildRecordsCoverage, buildTransactionList } from './transaction-list.ts'
import { buildTransaction, buildTransactionInReview } from './transactions.ts'
import { buildClearValue, buildDataFreshness, hoursFromNow } from './values.ts'

/** Handlers that answer every call successfully. A test puts its own handlers before these. */
export function createHandlers(session: () => CurrentSession = buildSupportAgent): HttpHandler[] {
  const mayIdentity = () => session().permissions.includes('identity.read')
  return [
    keepSettings(),
    fakeEndpoint(endpoints.showCurrentSession)(() => session()),
    fakeEndpoint(endpoints.chooseRole)(({ body }) => {
      const now = session()
      return { ...now, role: now.roles.find((each) => each === body.role) ?? now.role }
    }),
    fakeEndpoint(endpoints.showFormDraft)(() => ({ draft: null })),
    fakeEndpoint(endpoints.saveFormDraft)(() => ({ answer: 'saved' })),
    fakeEndpoint(endpoints.removeFormDraft)(() => ({})),
    fakeEndpoint(endpoints.signOut)(() => ({ next: '/signed-out' })),
    createLiveStream().handler,
    fakeEndpoint(endpoints.searchRecords)(() => ({
      hits: [{ kind: 'customer', customer: maraCustomer, merchant: 'demo-merchant' }],
      attempts: [{ readAs: 'rid', outcome: 'found', finding: 'rid_recorded', merchant: 'demo-merchant' }],
    })),
    fakeEndpoint(endpoints.showCustomer)(() => buildCustomer()),
    fakeEndpoint(endpoints.listCustomerTransactions)(() => buildCustomerTransactionList()),
    fakeEndpoint(endpoints.showCustomerIdentity)(() => ({
      identity: mayIdentity() ? buildIdentity() : buildIdentityForSupport(),
    })),
    fakeEndpoint(endpoints.showTransaction)(({ params }) =>
      params.transaction === reviewTransaction
        ? buildTransactionInReview()
        : buildTransaction({ transaction: params.transaction }),
    ),
    fakeEndpoint(endpoints.showTransactionRecord)(({ params }) => ({
      reading: buildDataFreshness(),
      record: {
        id: params.transaction,
        state: 'PENDING',
        test_transaction: false,
        workflow_state: { sca: 'PENDING' },
        payment_provider_responses: [],
      },
    })),
    fakeEndpoint(endpoints.listSentNotifications)(() => buildTransactionSentNotifications()),
    fakeEndpoint(endpoints.showTransactionHistory)(() => buildTransactionHistory()),
    fakeEndpoint(endpoints.listReceivedNotifications)(() => buildTransactionReceivedNotifications()),
    fakeEndpoint(endpoints.listCustomerObservations)(() => buildCustomerObservationList()),
    fakeEndpoint(endpoints.listCustomerNotifications)(() => buildCustomerNotificationList()),
    fakeEndpoint(endpoints.listCustomerCaseEvents)(() => buildCustomerCaseEvents()),
    fakeEndpoint(endpoints.listCustomerDiscrepancies)(() => buildCustomerDiscrepancyList()),
    fakeEndpoint(endpoints.showIdentity)(() => buildIdentity()),
    fakeEndpoint(endpoints.checkIdentity)(() => buildIdentityCheckReport()),
    fakeEndpoint(endpoints.verifyCaller)(() => ({ answer: 'match' })),
    fakeEndpoint(endpoints.suggestIds)(() => ({ suggestions: [] })),
    fakeEndpoint(endpoints.readTransactionsAhead)(() => new Response(null, { status: 204 })),
    fakeEndpoint(endpoints.listTransactions)(() => buildTransactionList()),
    fakeEndpoint(endpoints.showHomeFigures)(() => buildHomeFigures()),
    fakeEndpoint(endpoints.showTransactionTrend)(() => buildTransactionTrend()),
    fakeEndpoint(endpoints.showRecordsCoverage)(() => buildRecordsCoverage()),
    fakeEndpoint(endpoints.listTransactionListViews)(() => ({ views: [] })),
    fakeEndpoint(endpoints.listReviewQueueViews)(() => ({ views: [] })),
    fakeEndpoint(endpoints.listNotificationQueue)(() => buildReceivedNotificationList()),
    fakeEndpoint(endpoints.showNotificationFigures)(() => buildNotificationFigures()),
    fakeEndpoint(endpoints.reprocessNotification)(({ params }) => ({
      before: buildReceivedNotification(params.notification),
      after: buildReceivedNotification(params.notification, { effect: 'agrees' }),
    })),
    fakeEndpoint(endpoints.listCases)(() => buildCaseList()),
    fakeEndpoint(endpoints.showReviewFigures)(() => buildReviewFigures()),
    fakeEndpoint(endpoints.showCase)(({ params }) => buildCaseDetail(params.transaction)),
    fakeEndpoint(endpoints.showCaseQueuePosition)(({ params }) =>
      params.transaction === reviewTransaction
        ? buildQueuePosition()
        : buildQueuePosition({ inQueue: false, position: null }),
    ),
    fakeEndpoint(endpoints.claimCase)(({ params }) => ({
      answer: 'taken',
      row: buildCaseSummary(0, {
        transaction: params.transaction,
        version: 2,
        claim: buildCaseClaim(session().name, true),
      }),
    })),
    fakeEndpoint(endpoints.releaseCase)(({ params }) =>
      buildCaseSummary(0, { transaction: params.transaction, version: 3 }),
    ),
    fakeEndpoint(endpoints.addCaseNote)(({ params, body }) =>
      buildCaseSummary(0, {
        transaction: params.transaction,
        version: 3,
        lastNote: {
          at: hoursFromNow(0),
          by: { name: session().name, me: true },
          text: buildClearValue(body.text),
        },
      }),
    ),
    fakeEndpoint(endpoints.listColleagues)(() => ({ colleagues: [] })),
    fakeEndpoint(endpoints.listMentionCandidates)(() => ({ colleagues: [...mentionCandidates] })),
    fakeEndpoint(endpoints.snoozeCase)(({ params }) =>
      buildCaseSummary(0, { transaction: params.transaction, version: 3, snoozedUntil: hoursFromNow(4) }),
    ),
    fakeEndpoint(endpoints.endCaseSnooze)(({ params }) =>
      buildCaseSummary(0, { transaction: params.transaction, version: 4 }),
    ),
    fakeEndpoint(endpoints.saveDecisionDraft)(() => ({ isSaved: true })),
    fakeEndpoint(endpoints.decideCase)(({ params }) => ({
      answer: 'made',
      decision: buildDecisionView(1, { transaction: params.transaction }),
    })),
    fakeEndpoint(endpoints.bulkDecideCases)(({ body }) => ({
      results: body.cases.map(({ transaction }) => ({
        transaction,
        answer: 'made' as const,
        decision: {
          decision: buildDecisionId(1),
          verdict: body.verdict,
          status: 'waiting' as const,
          followUp: null,
          mine: true,
        },
      })),
    })),
    fakeEndpoint(endpoints.listDecisions)(({ query }) =>
      query.show === 'to_approve' ? buildDecisionList([buildDecisionView(1)]) : buildDecisionList(),
    ),
    fakeEndpoint(endpoints.showDecision)(({ params }) =>
      buildDecisionDetail({ decision: buildDecisionView(1, { decision: params.decision }) }),
    ),
    fakeEndpoint(endpoints.decideApproval)(({ params }) => ({
      answer: 'done',
      decision: buildDecisionView(1, { decision: params.decision, status: 'confirmed', mayAnswer: false }),
    })),
    fakeEndpoint(endpoints.withdrawDecision)(({ params }) =>
      buildDecisionView(1, { decision: params.decision, status: 'withdrawn', mine: true, mayAnswer: false }),
    ),
    fakeEndpoint(endpoints.listDiscrepancies)(() => buildDiscrepancyList()),
    fakeEndpoint(endpoints.explainDiscrepancy)(({ params }) => ({
      answer: 'explained',
      row: buildDiscrepancy(0, {
        discrepancy: params.discrepancy,
        version: 2,
        explanation: buildDiscrepancyExplanation({ by: { name: session().name, me: true } }),
      }),
    })),
    fakeEndpoint(endpoints.showReconciliationReport)(() => buildReconciliationReport()),
    fakeEndpoint(endpoints.listInbox)(() => buildInboxPage()),
    fakeEndpoint(endpoints.countUnreadInboxEntries)(() => ({ unread: 0, newest: {} })),
    fakeEndpoint(endpoints.markInboxEntries)(() => ({ unread: 0, newest: {} })),
    fakeEndpoint(endpoints.listQuestions)(() => buildQuestionList()),
    fakeEndpoint(endpoints.askQuestion)(({ body }) => ({
      answer: 'asked',
      question: buildQuestionView(1, { to: body.to }),
    })),
    fakeEndpoint(endpoints.answerQuestion)(({ params }) => ({
      answer: 'done',
      question: buildQuestionView(1, { id: params.question }),
    })),
    fakeEndpoint(endpoints.listAuditEntries)(() => buildAuditEntryList()),
    fakeEndpoint(endpoints.showAuditLogFigures)(() => buildAuditLogFigures()),
    fakeEndpoint(endpoints.showRecordAccess)(() => buildRecordAccessReport()),
    fakeEndpoint(endpoints.showStaffActivity)(() => buildStaffActivityReport()),
    fakeEndpoint(endpoints.startAuditLogVerification)(() => buildAuditLogVerification()),
    fakeEndpoint(endpoints.showAuditLogVerification)(() => buildAuditLogVerification()),
    fakeEndpoint(endpoints.listSubjectAccessRequests)(() => buildSubjectAccessRequestList()),
    fakeEndpoint(endpoints.requestSubjectAccessExport)(() => ({
      answer: 'asked',
      request: buildSubjectAccessRequest(1),
    })),
    fakeEndpoint(endpoints.listExportRequests)(() => buildExportRequestList()),
    fakeEndpoint(endpoints.listOwnSessions)(() => buildOwnSessions()),
    fakeEndpoint(endpoints.listApiKeys)(() => buildApiKeyList()),
    fakeEndpoint(endpoints.listAllSessions)(() => buildAllSessions()),
    fakeEndpoint(endpoints.listBreakGlass)(() => buildBreakGlassList()),
    fakeEndpoint(endpoints.showBreakGlassFigures)(() => buildBreakGlassFigures()),
    fakeEndpoint(endpoints.listUnusualAccessAlerts)(() => ({ alerts: [] })),
    fakeEndpoint(endpoints.consumePendingReveal)(() => ({ request: null })),
    fakeEndpoint(endpoints.listImports)(() => ({ imports: [buildImportView()] })),
    fakeEndpoint(endpoints.showImport)(() => buildImportView()),
    fakeEndpoint(endpoints.listUndocumentedValues)(() => ({ values: [...undocumentedValues], more: false })),
    fakeEndpoint(endpoints.showHealth)(() => buildHealthView()),
    fakeEndpoint(endpoints.showHealthLastDay)(() => buildHealthLastDay()),
    fakeEndpoint(endpoints.showFieldPermissions)(() => buildFieldPermissionsView()),
    fakeEndpoint(endpoints.showMaskingProof)(() => buildMaskingProofView()),
    fakeEndpoint(endpoints.listDocuments)(() => buildDocumentList()),
    fakeEndpoint(endpoints.openDocument)(({ params, body }) =>
      buildDocumentView(1, { document: params.document, file: body.file }),
    ),
    fakeEndpoint(endpoints.showDocumentContent)(async () => new Response(await createPicture())),
    fakeEndpoint(endpoints.closeDocument)(() => ({ seconds: 1 })),
    fakeEndpoint(endpoints.requestDownload)(({ params, body }) => ({
      answer: 'asked',
      request: buildDownloadRequest(1, {
        ...body,
        document: params.document,
        text: buildClearValue(body.text),
      }),
    })),
    fakeEndpoint(endpoints.listDownloadRequests)(() => buildDownloadRequestList()),
    fakeEndpoint(endpoints.decideDownloadRequest)(({ params }) => ({
      answer: 'done',
      request: buildDownloadRequest(1, { request: params.request, status: 'confirmed', mayAnswer: false }),
    })),
    fakeEndpoint(endpoints.showPaymentRequestOptions)(({ query }) =>
      query.customer === undefined ? buildRequestFormOptions({ customer: null }) : buildRequestFormOptions(),
    ),
    fakeEndpoint(endpoints.listPaymentRequests)(() => buildPaymentRequestList()),
    fakeEndpoint(endpoints.draftPaymentRequest)(() => ({
      answer: 'draft',
      draft: buildPaymentRequestDraft(),
    })),
    fakeEndpoint(endpoints.sendPaymentRequest)(() => ({ answer: 'sent', request: buildCreatedRequest(1) })),
    fakeEndpoint(endpoints.showPaymentRequest)(({ params }) =>
      buildCreatedRequest(1, { request: params.request }),
    ),
    fakeEndpoint(endpoints.showPaymentLink)(() => buildPaymentLinkAnswer()),
    fakeEndpoint(endpoints.showTransactionPaymentRequest)(() => ({ request: null })),
    fakeEndpoint(endpoints.showIdentityRecord)(() => ({
      reading: buildDataFreshness(),
      record: { kyc_state: 'NONE' },
    })),
  ]
}
