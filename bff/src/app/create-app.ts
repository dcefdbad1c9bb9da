import type { RequestListener } from 'node:http'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import express, { type Express } from 'express'
import * as apiKeys from '../features/api-keys/routes.ts'
import * as auditLog from '../features/audit-log/routes.ts'
import * as breakGlass from '../features/break-glass/routes.ts'
import { checkCaller } from '../features/caller-verification/routes.ts'
import * as customers from '../features/customers/routes.ts'
import * as documents from '../features/documents/routes.ts'
import * as drafts from '../features/drafts/routes.ts'
import * as exportRequests from '../features/exports/routes.ts'
import * as fieldPermissions from '../features/field-permissions/routes.ts'
import * as health from '../features/health/routes.ts'
import { showHomeFigures } from '../features/home/routes.ts'
import { checkIdentity } from '../features/identities/check-route.ts'
import * as identities from '../features/identities/routes.ts'
import * as imports from '../features/imports/routes.ts'
import * as inbox from '../features/inbox/routes.ts'
import * as liveUpdates from '../features/live-updates/routes.ts'
import { showNotificationFigures } from '../features/notifications/notification-figures.ts'
import * as receivedNotifications from '../features/notifications/received-routes.ts'
import { reprocessNotification } from '../features/notifications/reprocess.ts'
import * as notifications from '../features/notifications/routes.ts'
import * as paymentRequests from '../features/payment-requests/routes.ts'
import * as questions from '../features/questions/routes.ts'
import * as reconciliation from '../features/reconciliation/routes.ts'
import { createReturnPageGuards } from '../features/return-page/routes.ts'
import { acknowledgeRevealAlert, listRevealAlerts } from '../features/reveals/alerts.ts'
import * as reveals from '../features/reveals/routes.ts'
import { bulkDecideCases } from '../features/review/bulk/bulk.ts'
import * as cases from '../features/review/case/case-routes.ts'
import { listCustomerCaseEvents } from '../features/review/case/customer-case-events.ts'
import { showCase } from '../features/review/case/show-case.ts'
import { listColleagues } from '../features/review/colleagues.ts'
import * as decisions from '../features/review/decisions/decision-routes.ts'
import { exportCases, listCases, showCaseQueuePosition } from '../features/review/queue/queue-routes.ts'
import { showReviewFigures } from '../features/review/queue/review-figures.ts'
import * as savedViews from '../features/saved-views/routes.ts'
import * as search from '../features/search/routes.ts'
import * as sessions from '../features/sessions/routes.ts'
import { saveSettings } from '../features/settings/routes.ts'
import { sendSignInLimitPage } from '../features/sign-in/limit-page.ts'
import * as signIn from '../features/sign-in/routes.ts'
import * as subjectAccess from '../features/subject-access/routes.ts'
import * as transactionList from '../features/transaction-list/routes.ts'
import { listCustomerObservations } from '../features/transactions/customer-observations.ts'
import { showTransactionHistory } from '../features/transactions/history.ts'
import * as transactions from '../features/transactions/routes.ts'
import * as undocumentedValues from '../features/undocumented-values/routes.ts'
import { warmTransactions } from '../features/warm-reads/routes.ts'
import { createUnroutedHandler } from '../platform/http/allowed-methods.ts'
import { createCallRateLimitHandler } from '../platform/http/call-limit.ts'
import type { RouteGuardDeps } from '../platform/http/guards.ts'
import { createHostCheck, createOwnHostHandler } from '../platform/http/own-host.ts'
import type { FirstPageDeps } from '../platform/http/pages/first-page.ts'
import { setSecurityHeaders } from '../platform/http/pages/security-headers.ts'
import { serveStaticPages } from '../platform/http/pages/static-pages.ts'
import { sendProblem, serveRoutes, toLoggedProblem } from '../platform/http/serve.ts'
import { serveStreams } from '../platform/http/stream.ts'
import { createRequestLogger } from '../platform/runtime/log.ts'
import { assignSupportReference } from '../platform/runtime/reference.ts'
import { returnPagePath } from '../records/payment-requests.ts'
import type { AppDeps } from './create-deps.ts'
import { createPublicRoutes, createReturnPageDeps } from './public-routes.ts'

/** Routes that require a session. Only these and the routes of `createPublicRoutes` exist. */
export const authenticatedRoutes = [
  signIn.showCurrentSession,
  signIn.chooseRole,
  signIn.signOut,
  saveSettings,
  drafts.showFormDraft,
  drafts.saveFormDraft,
  drafts.removeFormDraft,
  showHomeFigures,
  search.searchRecords,
  search.suggestIds,
  customers.showCustomer,
  customers.listCustomerTransactions,
  identities.showCustomerIdentity,
  transactions.showTransaction,
  transactions.showTransactionRecord,
  showTransactionHistory,
  listCustomerObservations,
  notifications.listSentNotifications,
  receivedNotifications.listReceivedNotifications,
  receivedNotifications.listCustomerNotifications,
  receivedNotifications.listNotificationQueue,
  receivedNotifications.exportNotifications,
  showNotificationFigures,
  reprocessNotification,
  identities.showIdentity,
  identities.showIdentityRecord,
  checkIdentity,
  checkCaller,
  imports.startImport,
  imports.listImports,
  imports.showImport,
  imports.stopImport,
  imports.exportRefusedImportLines,
  undocumentedValues.listUndocumentedValues,
  health.showHealth,
  transactionList.listTransactions,
  transactionList.exportTransactions,
  transactionList.exportCustomerTransactions,
  transactionList.showTransactionTrend,
  transactionList.showRecordsCoverage,
  savedViews.listTransactionListViews,
  savedViews.saveTransactionListView,
  savedViews.removeTransactionListView,
  savedViews.listReviewQueueViews,
  savedViews.saveReviewQueueView,
  savedViews.removeReviewQueueView,
  liveUpdates.streamLiveEvents,
  listCases,
  exportCases,
  showReviewFigures,
  showCaseQueuePosition,
  showCase,
  listCustomerCaseEvents,
  cases.claimCase,
  cases.releaseCase,
  cases.addCaseNote,
  cases.listMentionCandidates,
  listColleagues,
  cases.snoozeCase,
  cases.saveDecisionDraft,
  decisions.decideCase,
  bulkDecideCases,
  decisions.listDecisions,
  decisions.exportDecisions,
  decisions.showDecision,
  decisions.decideApproval,
  decisions.withdrawDecision,
  inbox.listInbox,
  inbox.countInbox,
  inbox.markInbox,
  questions.askQuestion,
  questions.listQuestions,
  questions.exportQuestions,
  questions.answerQuestion,
  reconciliation.listDiscrepancies,
  reconciliation.listCustomerDiscrepancies,
  reconciliation.showReconciliationReport,
  reconciliation.exportReconciliationReport,
  reconciliation.explainDiscrepancy,
  auditLog.listAuditEntries,
  auditLog.showAuditLogFigures,
  auditLog.showRecordAccess,
  auditLog.showStaffActivity,
  auditLog.startAuditLogVerification,
  auditLog.showAuditLogVerification,
  auditLog.exportAuditLog,
  auditLog.exportAuditEntries,
  subjectAccess.requestSubjectExport,
  subjectAccess.listSubjectAccessRequests,
  subjectAccess.decideSubjectAccessExport,
  subjectAccess.downloadSubjectExport,
  exportRequests.requestExport,
  exportRequests.listExportRequests,
  exportRequests.decideExportRequest,
  exportRequests.withdrawRequestedExport,
  fieldPermissions.showFieldPermissions,
  fieldPermissions.showMaskingProof,
  fieldPermissions.exportFieldPermissions,
  fieldPermissions.exportFieldPermissionsJson,
  documents.listDocuments,
  documents.openDocument,
  documents.showDocumentContent,
  documents.closeDocument,
  documents.requestDownload,
  documents.listDownloadRequests,
  documents.decideDownloadRequest,
  documents.downloadDocument,
  sessions.listOwnSessions,
  sessions.endOwnSession,
  sessions.endOtherSessions,
  sessions.listAllSessions,
  sessions.endSession,
  breakGlass.startBreakGlass,
  breakGlass.endBreakGlass,
  breakGlass.reportBreakGlass,
  breakGlass.listBreakGlass,
  breakGlass.showBreakGlass,
  breakGlass.acknowledgeBreakGlass,
  breakGlass.showBreakGlassFigures,
  reveals.revealField,
  reveals.revealFieldGroup,
  reveals.consumePendingReveal,
  listRevealAlerts,
  acknowledgeRevealAlert,
  paymentRequests.showPaymentRequestOptions,
  paymentRequests.listPaymentRequests,
  paymentRequests.exportPaymentRequests,
  paymentRequests.draftPaymentRequest,
  paymentRequests.sendPaymentRequest,
  paymentRequests.showPaymentRequest,
  paymentRequests.showPaymentLink,
  paymentRequests.showPaymentRequestOfTransaction,
  apiKeys.listApiKeys,
  apiKeys.createApiKey,
  apiKeys.revokeApiKey,
  warmTransactions,
] as const

function createGuards(deps: AppDeps): RouteGuardDeps {
  const merchants = new Map(deps.config.environments.map(({ name, merchantIds }) => [name, merchantIds]))
  return {
    ...deps,
    origin: deps.config.origin.origin,
    merchants: (name: EnvironmentName) => merchants.get(name),
    requireAuthority: deps.authority.requireAuthority,
    answerTimeoutMs: deps.config.upstreamDeadlineMs + 1_500,
  }
}

function createFirstPageDeps(deps: AppDeps, guards: RouteGuardDeps): FirstPageDeps {
  return { log: deps.log, findSession: (request) => signIn.findEmbeddedSession(request, guards, deps) }
}

/**
 * Request listener of the server. Notifications go straight to the receiver, without Express, because they
 * arrive by the thousand per second. Requests that the receiver does not take go to the app.
 */
export function createRequestListener(
  deps: AppDeps,
  options: Parameters<typeof createApp>[1],
): RequestListener {
  const app = createApp(deps, options)
  const isOwnHost = createHostCheck(deps.config.origin)
  return (request, response) => {
    if (isOwnHost(request)) deps.receiver.handler(request, response, () => app(request, response))
    else app(request, response)
  }
}

/**
 * Builds the whole BFF over ready-made deps; several apps can run in one process. `pages` is the folder of
 * the built SPA.
 */
export function createApp(deps: AppDeps, options: { pages: string; isStopping?: () => boolean }): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('trust proxy', deps.config.trustProxy)
  app.use(deps.metrics.countRequests) // counts every later request, also rejected ones
  app.use(assignSupportReference, deps.tracing.traceRequests) // run first: responses, log and calls need a reference
  app.use(createRequestLogger(deps.log)) // runs before any handler can reject a request
  app.use(setSecurityHeaders(deps.secure))
  app.use(createOwnHostHandler(createHostCheck(deps.config.origin))) // runs before everything that has an answer
  const { proxy } = deps
  app.use(proxy.notice) // runs before the limits, which go by the source address
  const most = deps.config.signInsPerMinute
  app.use(['/auth/sign-in', '/auth/callback'], createCallRateLimitHandler(most, proxy, sendSignInLimitPage)) // limits anonymous callers
  app.use('/auth/backchannel-logout', createCallRateLimitHandler(20 * most, proxy)) // allows a whole team to sign out at once
  app.use(returnPagePath, createReturnPageGuards(createReturnPageDeps(deps))) // guards a public URL
  const publicRoutes = createPublicRoutes(deps, options.isStopping ?? (() => false))
  for (const { method, path, handler } of publicRoutes) app[method](path, handler)
  const guards = createGuards(deps)
  const needs = { ...deps, pages: options.pages }
  serveRoutes(app, authenticatedRoutes, guards, needs)
  serveStreams(app, authenticatedRoutes, guards, needs)
  app.use(serveStaticPages(options.pages, deps.config.branding, createFirstPageDeps(deps, guards))) // runs after the routes: pages never shadow a route
  app.use(createUnroutedHandler([...publicRoutes, ...authenticatedRoutes.map(({ endpoint }) => endpoint)]))
  app.use(((thrown: unknown, _request, response, _next) => {
    if (!response.headersSent)
      sendProblem(response, toLoggedProblem(thrown, response.locals.reference, deps.log))
  }) satisfies express.ErrorRequestHandler)
  return app
}
