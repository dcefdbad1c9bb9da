import type { RequestListener } from 'node:http'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import express, { type Express } from 'express'
import * as apiKeys from '../features/api-keys/routes.ts'
import * as auditLog from '../features/audit-log/routes.ts'
import * as breakGlass from '../features/break-glass/routes.ts'
import { verifyCallerRoute } from '../features/caller-verification/routes.ts'
import * as customers from '../features/customers/routes.ts'
import * as documents from '../features/documents/routes.ts'
import * as drafts from '../features/drafts/routes.ts'
import * as exportRequests from '../features/exports/routes.ts'
import * as fieldPermissions from '../features/field-permissions/routes.ts'
import * as health from '../features/health/routes.ts'
import { showHomeFiguresRoute } from '../features/home/routes.ts'
import { checkIdentityRoute } from '../features/identities/check-route.ts'
import * as identities from '../features/identities/routes.ts'
import * as imports from '../features/imports/routes.ts'
import * as inbox from '../features/inbox/routes.ts'
import * as liveUpdates from '../features/live-updates/routes.ts'
import { showNotificationFiguresRoute } from '../features/notifications/notification-figures.ts'
import * as receivedNotifications from '../features/notifications/received-routes.ts'
import { reprocessNotificationRoute } from '../features/notifications/reprocess.ts'
import * as notifications from '../features/notifications/routes.ts'
import * as paymentRequests from '../features/payment-requests/routes.ts'
import * as questions from '../features/questions/routes.ts'
import { readTransactionsAheadRoute } from '../features/read-ahead/routes.ts'
import * as reconciliation from '../features/reconciliation/routes.ts'
import { createReturnPageGuards } from '../features/return-page/routes.ts'
import {
  acknowledgeUnusualAccessAlertRoute,
  listUnusualAccessAlertsRoute,
} from '../features/reveals/alerts.ts'
import * as reveals from '../features/reveals/routes.ts'
import { bulkDecideCasesRoute } from '../features/review/bulk/bulk.ts'
import * as cases from '../features/review/case/case-routes.ts'
import { listCustomerCaseEventsRoute } from '../features/review/case/customer-case-events.ts'
import { showCaseRoute } from '../features/review/case/show-case.ts'
import { listColleaguesRoute } from '../features/review/colleagues.ts'
import * as decisions from '../features/review/decisions/decision-routes.ts'
import {
  exportCasesRoute,
  listCasesRoute,
  showCaseQueuePositionRoute,
} from '../features/review/queue/queue-routes.ts'
import { showReviewFiguresRoute } from '../features/review/queue/review-figures.ts'
import * as savedViews from '../features/saved-views/routes.ts'
import * as search from '../features/search/routes.ts'
import * as sessions from '../features/sessions/routes.ts'
import { saveSettingsRoute } from '../features/settings/routes.ts'
import { sendSignInLimitPage } from '../features/sign-in/limit-page.ts'
import * as signIn from '../features/sign-in/routes.ts'
import * as subjectAccess from '../features/subject-access/routes.ts'
import * as transactionList from '../features/transaction-list/routes.ts'
import { listCustomerObservationsRoute } from '../features/transactions/customer-observations.ts'
import { showTransactionHistoryRoute } from '../features/transactions/history.ts'
import * as transactions from '../features/transactions/routes.ts'
import * as undocumentedValues from '../features/undocumented-values/routes.ts'
import { createUnroutedHandler } from '../platform/http/allowed-methods.ts'
import { createCallRateLimitHandler } from '../platform/http/call-limit.ts'
import type { RouteGuardDeps } from '../platform/http/guards.ts'
import { trustProxies } from '../platform/http/origin.ts'
import { createForeignHostGuard, createOwnHostCheck } from '../platform/http/own-host.ts'
import type { ServerRenderDeps } from '../platform/http/pages/first-page.ts'
import { createSecurityHeadersHandler } from '../platform/http/pages/security-headers.ts'
import { createStaticPagesHandler } from '../platform/http/pages/static-pages.ts'
import { registerRoutes, sendProblem, toLoggedProblem } from '../platform/http/serve.ts'
import { registerStreamRoutes } from '../platform/http/stream.ts'
import { createRequestLogger } from '../platform/runtime/log.ts'
import { assignSupportReference } from '../platform/runtime/reference.ts'
import { returnPagePath } from '../records/payment-requests.ts'
import type { AppDeps } from './create-deps.ts'
import { createPublicRoutes, createReturnPageDeps } from './public-routes.ts'

/** Routes that require a session. Only these and the routes of `createPublicRoutes` exist. */
export const authenticatedRoutes = [
  signIn.showCurrentSessionRoute,
  signIn.chooseRoleRoute,
  signIn.signOutRoute,
  saveSettingsRoute,
  drafts.showFormDraftRoute,
  drafts.saveFormDraftRoute,
  drafts.removeFormDraftRoute,
  showHomeFiguresRoute,
  search.searchRecordsRoute,
  search.suggestIdsRoute,
  customers.showCustomerRoute,
  customers.listCustomerTransactionsRoute,
  identities.showCustomerIdentityRoute,
  transactions.showTransactionRoute,
  transactions.showTransactionRecordRoute,
  showTransactionHistoryRoute,
  listCustomerObservationsRoute,
  notifications.listSentNotificationsRoute,
  receivedNotifications.listReceivedNotificationsRoute,
  receivedNotifications.listCustomerNotificationsRoute,
  receivedNotifications.listNotificationQueueRoute,
  receivedNotifications.exportNotificationsRoute,
  showNotificationFiguresRoute,
  reprocessNotificationRoute,
  identities.showIdentityRoute,
  identities.showIdentityRecordRoute,
  checkIdentityRoute,
  verifyCallerRoute,
  imports.startImportRoute,
  imports.listImportsRoute,
  imports.showImportRoute,
  imports.stopImportRoute,
  imports.exportRefusedImportLinesRoute,
  undocumentedValues.listUndocumentedValuesRoute,
  health.showHealthRoute,
  health.showHealthLastDayRoute,
  transactionList.listTransactionsRoute,
  transactionList.exportTransactionsRoute,
  transactionList.exportCustomerTransactionsRoute,
  transactionList.showTransactionTrendRoute,
  transactionList.showRecordsCoverageRoute,
  savedViews.listTransactionListViewsRoute,
  savedViews.saveTransactionListViewRoute,
  savedViews.changeTransactionListViewRoute,
  savedViews.restoreTransactionListViewRoute,
  savedViews.removeTransactionListViewRoute,
  savedViews.listReviewQueueViewsRoute,
  savedViews.saveReviewQueueViewRoute,
  savedViews.changeReviewQueueViewRoute,
  savedViews.restoreReviewQueueViewRoute,
  savedViews.removeReviewQueueViewRoute,
  liveUpdates.streamLiveEventsRoute,
  listCasesRoute,
  exportCasesRoute,
  showReviewFiguresRoute,
  showCaseQueuePositionRoute,
  showCaseRoute,
  listCustomerCaseEventsRoute,
  cases.claimCaseRoute,
  cases.releaseCaseRoute,
  cases.addCaseNoteRoute,
  cases.listMentionCandidatesRoute,
  listColleaguesRoute,
  cases.snoozeCaseRoute,
  cases.endCaseSnoozeRoute,
  cases.saveDecisionDraftRoute,
  decisions.decideCaseRoute,
  bulkDecideCasesRoute,
  decisions.listDecisionsRoute,
  decisions.exportDecisionsRoute,
  decisions.showDecisionRoute,
  decisions.decideApprovalRoute,
  decisions.withdrawDecisionRoute,
  inbox.listInboxRoute,
  inbox.countUnreadInboxEntriesRoute,
  inbox.markInboxEntriesRoute,
  questions.askQuestionRoute,
  questions.listQuestionsRoute,
  questions.exportQuestionsRoute,
  questions.answerQuestionRoute,
  reconciliation.listDiscrepanciesRoute,
  reconciliation.listCustomerDiscrepanciesRoute,
  reconciliation.showReconciliationReportRoute,
  reconciliation.exportReconciliationReportRoute,
  reconciliation.explainDiscrepancyRoute,
  auditLog.listAuditEntriesRoute,
  auditLog.showAuditLogFiguresRoute,
  auditLog.showRecordAccessRoute,
  auditLog.showStaffActivityRoute,
  auditLog.startAuditLogVerificationRoute,
  auditLog.showAuditLogVerificationRoute,
  auditLog.exportAuditLogRoute,
  auditLog.exportAuditEntriesRoute,
  subjectAccess.requestSubjectAccessExportRoute,
  subjectAccess.listSubjectAccessRequestsRoute,
  subjectAccess.decideSubjectAccessExportRoute,
  subjectAccess.downloadSubjectAccessExportRoute,
  exportRequests.requestExportRoute,
  exportRequests.listExportRequestsRoute,
  exportRequests.decideExportRequestRoute,
  exportRequests.withdrawExportRequestRoute,
  fieldPermissions.showFieldPermissionsRoute,
  fieldPermissions.showMaskingProofRoute,
  fieldPermissions.exportFieldPermissionsRoute,
  fieldPermissions.exportFieldPermissionsJsonRoute,
  documents.listDocumentsRoute,
  documents.openDocumentRoute,
  documents.showDocumentContentRoute,
  documents.closeDocumentRoute,
  documents.requestDownloadRoute,
  documents.listDownloadRequestsRoute,
  documents.decideDownloadRequestRoute,
  documents.downloadDocumentRoute,
  sessions.listOwnSessionsRoute,
  sessions.endOwnSessionRoute,
  sessions.endOtherSessionsRoute,
  sessions.listAllSessionsRoute,
  sessions.endSessionRoute,
  breakGlass.startBreakGlassRoute,
  breakGlass.endBreakGlassRoute,
  breakGlass.reportBreakGlassRoute,
  breakGlass.listBreakGlassRoute,
  breakGlass.showBreakGlassRoute,
  breakGlass.acknowledgeBreakGlassRoute,
  breakGlass.showBreakGlassFiguresRoute,
  reveals.revealFieldRoute,
  reveals.revealFieldGroupRoute,
  reveals.consumePendingRevealRoute,
  listUnusualAccessAlertsRoute,
  acknowledgeUnusualAccessAlertRoute,
  paymentRequests.showPaymentRequestOptionsRoute,
  paymentRequests.listPaymentRequestsRoute,
  paymentRequests.exportPaymentRequestsRoute,
  paymentRequests.draftPaymentRequestRoute,
  paymentRequests.sendPaymentRequestRoute,
  paymentRequests.showPaymentRequestRoute,
  paymentRequests.showPaymentLinkRoute,
  paymentRequests.showTransactionPaymentRequestRoute,
  apiKeys.listApiKeysRoute,
  apiKeys.createApiKeyRoute,
  apiKeys.revokeApiKeyRoute,
  readTransactionsAheadRoute,
] as const

function createGuards(deps: AppDeps): RouteGuardDeps {
  const merchants = new Map(deps.config.environments.map(({ name, merchantIds }) => [name, merchantIds]))
  return {
    ...deps,
    origin: deps.config.origin.origin,
    merchants: (name: EnvironmentName) => merchants.get(name),
    requireCurrentRights: deps.authority.requireCurrentRights,
    answerTimeoutMs: deps.config.upstreamDeadlineMs + 1_500,
  }
}

function createServerRenderDeps(deps: AppDeps, guards: RouteGuardDeps): ServerRenderDeps {
  return { log: deps.log, findSession: (request) => signIn.presentPageSession(request, guards, deps) }
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
  const isOwnHost = createOwnHostCheck(deps.config.origin)
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
  trustProxies(app, deps.config.trustProxy).disable('x-powered-by').disable('etag')
  app.use(deps.metrics.countRequests) // counts every later request, also rejected ones
  app.use(assignSupportReference, deps.tracing.traceRequests) // run first: responses, log and calls need a reference
  app.use(createRequestLogger(deps.log)) // runs before any handler can reject a request
  app.use(createSecurityHeadersHandler(deps.secure))
  app.use(createForeignHostGuard(createOwnHostCheck(deps.config.origin))) // runs before everything that has an answer
  const { proxy } = deps
  app.use(proxy.notice) // runs before the limits, which go by the source address
  const max = deps.config.signInsPerMinute
  app.use(['/auth/sign-in', '/auth/callback'], createCallRateLimitHandler(max, proxy, sendSignInLimitPage)) // limits anonymous callers
  app.use('/auth/backchannel-logout', createCallRateLimitHandler(20 * max, proxy)) // allows a whole team to sign out at once
  app.use(returnPagePath, createReturnPageGuards(createReturnPageDeps(deps))) // guards a public URL
  const publicRoutes = createPublicRoutes(deps, options.isStopping ?? (() => false))
  for (const { method, path, handler } of publicRoutes) app[method](path, handler)
  const guards = createGuards(deps)
  const needs = { ...deps, pages: options.pages }
  registerRoutes(app, authenticatedRoutes, guards, needs)
  registerStreamRoutes(app, authenticatedRoutes, guards, needs)
  app.use(createStaticPagesHandler(options.pages, deps.config.branding, createServerRenderDeps(deps, guards))) // runs after the routes: pages never shadow a route
  app.use(createUnroutedHandler([...publicRoutes, ...authenticatedRoutes.map(({ endpoint }) => endpoint)]))
  app.use(((thrown: unknown, _request, response, _next) => {
    if (!response.headersSent)
      sendProblem(response, toLoggedProblem(thrown, response.locals.reference, deps.log))
  }) satisfies express.ErrorRequestHandler)
  return app
}
