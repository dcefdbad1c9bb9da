import type { RouterHistory } from '@tanstack/react-router'
import { createRouter } from '@tanstack/react-router'
import { parseUrlSearch, stringifyUrlSearch } from '../lib/search-string.ts'
import { apiKeysRoute } from '../routes/administration/api-keys.tsx'
import { healthRoute } from '../routes/administration/health.tsx'
import { importsRoute } from '../routes/administration/imports.tsx'
import { sessionsRoute } from '../routes/administration/sessions.tsx'
import { undocumentedValuesRoute } from '../routes/administration/undocumented-values.tsx'
import { decisionRoute } from '../routes/cases/decisions.decision.tsx'
import { decisionsRoute } from '../routes/cases/decisions.tsx'
import { inboxRoute } from '../routes/cases/inbox.tsx'
import { questionsRoute } from '../routes/cases/questions.tsx'
import { reconciliationRoute } from '../routes/cases/reconciliation.tsx'
import { reconciliationReportRoute } from '../routes/cases/reconciliation-report.tsx'
import { reviewCaseRoute } from '../routes/cases/review.transaction.tsx'
import { reviewRoute } from '../routes/cases/review.tsx'
import { reviewFiguresRoute } from '../routes/cases/review-figures.tsx'
import { staffActivityRoute } from '../routes/compliance/audit-log.people.person.tsx'
import { auditLogRoute } from '../routes/compliance/audit-log.tsx'
import { breakGlassRoute } from '../routes/compliance/break-glass.tsx'
import { documentDownloadsRoute } from '../routes/compliance/document-downloads.tsx'
import { exportRequestsRoute } from '../routes/compliance/export-requests.tsx'
import { fieldPermissionsRoute } from '../routes/compliance/field-permissions.tsx'
import { documentViewerRoute } from '../routes/compliance/identities.identity.documents.document.tsx'
import { identityRoute } from '../routes/compliance/identities.identity.tsx'
import { subjectAccessRoute } from '../routes/compliance/subject-access.tsx'
import { ErrorPage, NotFoundPage } from '../routes/error-pages.tsx'
import { homeRoute } from '../routes/home.tsx'
import { homeRedirectRoute } from '../routes/home-redirect.tsx'
import type { RouterContext } from '../routes/layout-routes.tsx'
import { environmentRoute, rootRoute, signedInRoute } from '../routes/layout-routes.tsx'
import { deepLinkRoute } from '../routes/open.tsx'
import { customerRoute } from '../routes/payments/customers.customer.tsx'
import { notificationsRoute } from '../routes/payments/notifications.tsx'
import { newPaymentRequestRoute } from '../routes/payments/payment-requests.new.tsx'
import { paymentRequestRoute } from '../routes/payments/payment-requests.request.tsx'
import { paymentRequestsRoute } from '../routes/payments/payment-requests.tsx'
import { transactionRoute } from '../routes/payments/transactions.transaction.tsx'
import { transactionListRoute } from '../routes/payments/transactions.tsx'
import { signInRoute } from '../routes/sign-in.tsx'
import { signedOutRoute } from '../routes/signed-out.tsx'

const appRouteTree = rootRoute.addChildren([
  signInRoute,
  signedOutRoute,
  signedInRoute.addChildren([
    homeRedirectRoute,
    healthRoute,
    sessionsRoute,
    breakGlassRoute,
    environmentRoute.addChildren([
      homeRoute,
      deepLinkRoute,
      customerRoute,
      transactionRoute,
      identityRoute,
      transactionListRoute,
      notificationsRoute,
      reviewRoute,
      reviewCaseRoute,
      decisionsRoute,
      decisionRoute,
      inboxRoute,
      questionsRoute,
      subjectAccessRoute,
      reviewFiguresRoute,
      reconciliationRoute,
      reconciliationReportRoute,
      auditLogRoute,
      staffActivityRoute,
      importsRoute,
      undocumentedValuesRoute,
      fieldPermissionsRoute,
      documentViewerRoute,
      documentDownloadsRoute,
      exportRequestsRoute,
      paymentRequestsRoute,
      newPaymentRequestRoute,
      paymentRequestRoute,
      apiKeysRoute,
    ]),
  ]),
])

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree: appRouteTree,
    context,
    ...(history ? { history } : {}),
    parseSearch: parseUrlSearch,
    stringifySearch: stringifyUrlSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Never stale: sorting or filtering a list changes the address and must not read a record again.
    defaultStaleTime: Number.POSITIVE_INFINITY,
    // Another record or environment is another page: no state of the former page may stay.
    defaultRemountDeps: ({ params }) => params,
    // Keep the trailing slash: the home of an environment is a folder and its pages lie inside.
    trailingSlash: 'preserve',
    scrollRestoration: false,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set if the previous page of the list is the previous entry of the browser's history. */
    readonly cameByNext?: boolean
    /** Outcome of the payment form that led here: `before` sent earlier, `lost` sent but unanswered. */
    readonly requestSaid?: 'before' | 'lost'
  }
  interface Register {
    router: AppRouter
  }
}
