import type { RequestListener } from 'node:http'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import express, { type Express } from 'express'
import * as systems from '../features/api-keys/routes.ts'
import * as trail from '../features/audit-log/routes.ts'
import * as glass from '../features/break-glass/routes.ts'
import { checkCaller } from '../features/caller-verification/routes.ts'
import * as customers from '../features/customers/routes.ts'
import * as documents from '../features/documents/routes.ts'
import * as sight from '../features/field-permissions/routes.ts'
import * as health from '../features/health/routes.ts'
import { checkIdentity } from '../features/identities/check-route.ts'
import * as identities from '../features/identities/routes.ts'
import * as imports from '../features/imports/routes.ts'
import * as live from '../features/live-updates/routes.ts'
import { showLedgerFigures } from '../features/notifications/figures.ts'
import * as ledger from '../features/notifications/ledger.ts'
import { reprocessNotification } from '../features/notifications/reprocess.ts'
import * as notifications from '../features/notifications/routes.ts'
import * as requests from '../features/payment-requests/routes.ts'
import * as handovers from '../features/questions/routes.ts'
import * as drift from '../features/reconciliation/routes.ts'
import { returnDoor } from '../features/return-page/routes.ts'
import { acknowledgeRevealAlert, listRevealAlerts } from '../features/reveals/alerts.ts'
import * as reveals from '../features/reveals/routes.ts'
import { decideReviewItems } from '../features/review/bulk/bulk.ts'
import * as reviewWork from '../features/review/case/case-routes.ts'
import { listColleagues } from '../features/review/case/colleagues.ts'
import { showReviewItem } from '../features/review/case/show-case.ts'
import * as decisions from '../features/review/decisions/decision-routes.ts'
import { listReview, showReviewPlace } from '../features/review/queue/queue.ts'
import { showReviewFigures } from '../features/review/queue/review-figures.ts'
import * as views from '../features/saved-views/routes.ts'
import * as lookup from '../features/search/routes.ts'
import * as people from '../features/sessions/routes.ts'
import * as session from '../features/sign-in/routes.ts'
import * as subjects from '../features/subject-access/routes.ts'
import * as overview from '../features/transaction-list/routes.ts'
import { showTransactionHistory } from '../features/transactions/history.ts'
import * as transactions from '../features/transactions/routes.ts'
import * as register from '../features/unknown-values/routes.ts'
import { limitCalls } from '../platform/http/call-limit.ts'
import type { Guards } from '../platform/http/guards.ts'
import { securityHeaders } from '../platform/http/pages/security-headers.ts'
import { servePages } from '../platform/http/pages/static-pages.ts'
import { problemOf, sendProblem, serveRoutes } from '../platform/http/serve.ts'
import { serveStreams } from '../platform/http/stream.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import { requestLog } from '../platform/runtime/log.ts'
import { giveReference } from '../platform/runtime/reference.ts'
import { returnPath } from '../records/payment-requests.ts'
import type { Deps } from './create-deps.ts'
import { publicRoutes, returnNeeds } from './public-routes.ts'

/** Every route behind a session. What is not here or in `publicRoutes` does not exist. */
export const routes = [
  session.whoAmI,
  session.chooseRole,
  session.signOut,
  lookup.lookUp,
  lookup.suggestIds,
  customers.showCustomer,
  customers.listCustomerTransactions,
  identities.showCustomerIdentity,
  transactions.showTransaction,
  transactions.showTransactionRecord,
  showTransactionHistory,
  notifications.listTransactionNotifications,
  ledger.listReceivedNotifications,
  ledger.listLedger,
  showLedgerFigures,
  reprocessNotification,
  identities.showIdentity,
  identities.showIdentityRecord,
  checkIdentity,
  checkCaller,
  imports.startImport,
  imports.listImports,
  imports.showImport,
  register.listUnknownValues,
  health.showHealth,
  overview.listTransactions,
  overview.exportTransactions,
  overview.showCoverage,
  views.listViews,
  views.saveView,
  views.removeView,
  views.listReviewViews,
  views.saveReviewView,
  views.removeReviewView,
  live.hearChanges,
  listReview,
  showReviewFigures,
  showReviewPlace,
  showReviewItem,
  reviewWork.claimReviewItem,
  reviewWork.releaseReviewItem,
  reviewWork.noteReviewItem,
  listColleagues,
  reviewWork.snoozeReviewItem,
  reviewWork.draftReviewItem,
  decisions.decideReviewItem,
  decideReviewItems,
  decisions.listDecisions,
  decisions.showDecision,
  decisions.answerDecision,
  decisions.withdrawDecision,
  handovers.askHandover,
  handovers.listHandovers,
  handovers.answerHandover,
  drift.listDrift,
  drift.showDriftSheet,
  drift.exportDriftSheet,
  drift.explainDrift,
  trail.listTrail,
  trail.showTrailFigures,
  trail.showWhoSaw,
  trail.showPersonSaw,
  trail.startTrailVerification,
  trail.showTrailVerification,
  trail.exportTrailLines,
  subjects.askSubjectExport,
  subjects.listSubjectRequests,
  subjects.answerSubjectExport,
  subjects.takeSubjectExport,
  sight.showSight,
  sight.showMaskingProof,
  sight.exportSight,
  sight.exportSightList,
  documents.listDocuments,
  documents.openDocument,
  documents.showDocumentContent,
  documents.closeDocument,
  documents.askDownload,
  documents.listDownloads,
  documents.answerDownload,
  documents.fetchDownload,
  people.listOwnSessions,
  people.endOwnSession,
  people.endOtherSessions,
  people.listEverySession,
  people.endSession,
  glass.breakGlass,
  glass.endGlass,
  glass.reportGlass,
  glass.listGlass,
  glass.showGlass,
  glass.acknowledgeGlass,
  glass.showGlassFigures,
  reveals.revealField,
  reveals.takeKeptReveal,
  listRevealAlerts,
  acknowledgeRevealAlert,
  requests.showRequestChoices,
  requests.listPaymentRequests,
  requests.draftPaymentRequest,
  requests.sendPaymentRequest,
  requests.showPaymentRequest,
  requests.showRequestAddress,
  requests.showTransactionRequest,
  systems.listSystems,
  systems.makeSystem,
  systems.revokeSystem,
] as const

function guardsOf(deps: Deps): Guards {
  const merchants = new Map(deps.config.environments.map(({ name, merchantIds }) => [name, merchantIds]))
  return {
    ...deps,
    origin: deps.config.origin.origin,
    merchants: (name: EnvironmentName) => merchants.get(name),
    answerMs: deps.config.upstreamDeadlineMs + 1_500,
  }
}

/**
 * What the server calls. Notifications come by the thousand a second, and what their endpoint takes passes
 * nothing else; everything that it does not take goes to the app.
 */
export function createListener(deps: Deps, options: Parameters<typeof createApp>[1]): RequestListener {
  const app = createApp(deps, options)
  return (request, response) => deps.receiver.handler(request, response, () => app(request, response))
}

/** The whole BFF over ready-made deps: several can live in one process. `pages` is the built SPA's folder. */
export function createApp(deps: Deps, options: { pages: string; stopping?: () => boolean }): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('trust proxy', deps.config.trustProxy)
  app.use(deps.metrics.requests) // counts what follows, whoever answers
  app.use(giveReference) // first, so that every answer and log line has one
  app.use(requestLog(deps.log)) // before anything can refuse
  app.use(securityHeaders(deps.secure))
  const most = deps.config.signInsPerMinute
  app.use(['/auth/sign-in', '/auth/callback'], limitCalls(most)) // strangers can make these work
  app.use('/auth/backchannel-logout', limitCalls(20 * most)) // a whole office may be signed out at once
  app.use(returnPath, returnDoor(returnNeeds(deps))) // strangers come there, with any address
  for (const { method, path, handler } of publicRoutes(deps, options.stopping ?? (() => false)))
    app[method](path, handler)
  const guards = guardsOf(deps)
  const needs = { ...deps, pages: options.pages }
  serveRoutes(app, routes, guards, needs)
  serveStreams(app, routes, guards, needs)
  app.use(servePages(options.pages)) // after the routes: pages never shadow an answer
  app.use((_request, response) => sendProblem(response, new ProblemError('no_such_page')))
  app.use(((thrown: unknown, _request, response, _next) => {
    if (!response.headersSent) sendProblem(response, problemOf(thrown, response.locals.reference, deps.log))
  }) satisfies express.ErrorRequestHandler)
  return app
}
