import type { RequestListener } from 'node:http'
import type { EnvironmentName } from '@paydesk/shared/ids'
import express, { type Express } from 'express'
import { publicRoutes, returnNeeds } from './app-public.ts'
import { checkCaller } from './callers/routes.ts'
import * as customers from './customers/routes.ts'
import type { Deps } from './deps.ts'
import * as documents from './documents/routes.ts'
import * as drift from './drift/routes.ts'
import * as glass from './glass/routes.ts'
import * as handovers from './handover/routes.ts'
import * as health from './health/routes.ts'
import { limitCalls } from './http/call-limit.ts'
import type { Guards } from './http/guards.ts'
import { securityHeaders } from './http/headers.ts'
import { requestLog } from './http/log.ts'
import { servePages } from './http/pages.ts'
import { ProblemError } from './http/problem.ts'
import { giveReference } from './http/reference.ts'
import { problemOf, sendProblem, serveRoutes } from './http/serve.ts'
import { serveStreams } from './http/stream.ts'
import { checkIdentity } from './identities/check-route.ts'
import * as identities from './identities/routes.ts'
import * as imports from './imports/routes.ts'
import { returnPath } from './known/payment-requests.ts'
import * as live from './live/routes.ts'
import * as lookup from './lookup/routes.ts'
import { showLedgerFigures } from './notifications/figures.ts'
import * as ledger from './notifications/ledger.ts'
import { reprocessNotification } from './notifications/reprocess.ts'
import * as notifications from './notifications/routes.ts'
import * as overview from './overview/routes.ts'
import * as people from './people/routes.ts'
import * as register from './register/routes.ts'
import * as requests from './requests/routes.ts'
import { returnDoor } from './returns/routes.ts'
import { acknowledgeRevealAlert, listRevealAlerts } from './reveals/alerts.ts'
import * as reveals from './reveals/routes.ts'
import { decideReviewItems } from './review/bulk.ts'
import { listColleagues } from './review/colleagues.ts'
import * as decisions from './review/decision-routes.ts'
import { showReviewItem } from './review/item.ts'
import { listReview, showReviewPlace } from './review/queue.ts'
import { showReviewFigures } from './review/review-figures.ts'
import * as reviewWork from './review/work.ts'
import * as session from './session/routes.ts'
import * as sight from './sight/routes.ts'
import * as subjects from './subjects/routes.ts'
import * as systems from './systems/routes.ts'
import * as trail from './trail/routes.ts'
import { showTransactionHistory } from './transactions/history.ts'
import * as transactions from './transactions/routes.ts'
import * as views from './views/routes.ts'

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
