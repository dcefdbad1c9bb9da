import type { Permission } from '@paydesk/shared/core/permissions'
import { createRoute } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { RecentCustomers } from '../features/customers/recent-customers.tsx'
import { UnresolvedRequestsCard } from '../features/payment-requests/unresolved-requests-card.tsx'
import { QuestionsCard } from '../features/questions/questions-card.tsx'
import { ReconciliationSummary } from '../features/reconciliation/reconciliation-summary.tsx'
import { MentionsCard, PendingApprovalsCard, ReviewQueueSummary } from '../features/review/home-cards.tsx'
import { HomePage } from '../features/search/home-page.tsx'
import { PermittedSearchBox } from '../layout/permitted-search-box.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { useEnvironment, useMay, useSession } from '../lib/session-context.tsx'
import { HomeSummary } from '../ui/page/home-summary.tsx'
import { environmentRoute } from './layout-routes.tsx'
import { loadTextsFor } from './prefetch.ts'

// Load lazily: few roles need these parts, and no other role should wait for their code.
const BreakGlassCard = lazy(() =>
  import('../features/break-glass/break-glass-card.tsx').then((part) => ({ default: part.BreakGlassCard })),
)
const RevealAlertCard = lazy(() =>
  import('../features/reveals/reveal-alert-card.tsx').then((part) => ({ default: part.RevealAlertCard })),
)
const SubjectAccessCard = lazy(() =>
  import('../features/subject-access/subject-access-card.tsx').then((part) => ({
    default: part.SubjectAccessCard,
  })),
)
const ExportRequestsCard = lazy(() =>
  import('../features/exports/export-requests-card.tsx').then((part) => ({
    default: part.ExportRequestsCard,
  })),
)
const DownloadsSummary = lazy(() =>
  import('../features/documents/downloads-summary.tsx').then((part) => ({ default: part.DownloadsSummary })),
)
const BreakGlassFigures = lazy(() =>
  import('../features/break-glass/break-glass-figures.tsx').then((part) => ({
    default: part.BreakGlassFiguresSection,
  })),
)
const HealthSummary = lazy(() =>
  import('../features/health/health-home-summary.tsx').then((part) => ({ default: part.HealthHomeSummary })),
)
const MaskingProofSummary = lazy(() =>
  import('../features/field-permissions/masking-proof-home-summary.tsx').then((part) => ({
    default: part.MaskingProofHomeSummary,
  })),
)
const AuditLogSummary = lazy(() =>
  import('../features/audit-log/audit-log-home-summary.tsx').then((part) => ({
    default: part.AuditLogHomeSummary,
  })),
)

export const homeRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/',
  async loader(load) {
    const { session, messages } = load.context
    if (isOnPhone(session.permissions)) messages.load('health').catch(() => {})
    await Promise.all([
      loadTextsFor(load, 'reconciliation.read', 'reconciliationHome'),
      loadTextsFor(load, 'review.read', 'reviewHome'),
      loadTextsFor(load, 'document.download', 'documentsHome'),
    ])
  },
  component: HomeRoute,
})

/** Users without review work are phone support: they see service health. */
function isOnPhone(permissions: readonly Permission[]): boolean {
  const may = (permission: Permission) => permissions.includes(permission)
  return may('health.read') && may('customer.read') && !may('review.read')
}

function HomeRoute(): ReactNode {
  const { name: env } = useEnvironment()
  return (
    <HomePage box={<PermittedSearchBox env={env} />} waiting={<WaitingWork />} atHand={<WorkSummaries />} />
  )
}

/** Cards of work that waits for this user. */
function WaitingWork(): ReactNode {
  const { name: env } = useEnvironment()
  const may = {
    acknowledge: useMay('break_glass.review'),
    watch: useMay('reveal.watch'),
    request: useMay('payment_request.create'),
    work: useMay('review.work'),
    review: useMay('review.read'),
    ask: useMay('question.ask'),
    export: useMay('subject_access.export'),
    approve: useMay('export.approve'),
  }
  return (
    <Suspense>
      {may.acknowledge ? <BreakGlassCard /> : null}
      {may.watch ? <RevealAlertCard env={env} /> : null}
      {may.request ? <UnresolvedRequestsCard env={env} /> : null}
      {may.work ? <PendingApprovalsCard env={env} /> : null}
      {may.review ? <MentionsCard env={env} /> : null}
      {may.ask ? <QuestionsCard env={env} /> : null}
      {may.export ? <SubjectAccessCard env={env} /> : null}
      {may.approve ? <ExportRequestsCard env={env} /> : null}
    </Suspense>
  )
}

/** Shows beside the search box the work and the figures that concern this user. */
function WorkSummaries(): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('search')
  const may = {
    customers: useMay('customer.read'),
    review: useMay('review.read'),
    reconcile: useMay('reconciliation.read'),
    audit: [useMay('audit.record_access'), useMay('audit.verify')].includes(true),
    permissions: useMay('field_permissions.read'),
    download: useMay('document.download'),
    countBreakGlass: useMay('break_glass.count'),
  }
  const showsHealth = isOnPhone(useSession().permissions)
  const hasSummary =
    showsHealth || may.review || may.reconcile || may.audit || may.permissions || may.download
  return (
    <>
      {hasSummary ? (
        <HomeSummary title={texts.needsAttention}>
          {may.customers ? <RecentCustomers env={env} /> : null}
          {may.review ? <ReviewQueueSummary env={env} /> : null}
          {may.reconcile ? <ReconciliationSummary env={env} /> : null}
          <Suspense>
            {showsHealth ? <HealthSummary /> : null}
            {may.download ? <DownloadsSummary env={env} /> : null}
            {may.audit ? <AuditLogSummary env={env} /> : null}
            {may.permissions ? <MaskingProofSummary env={env} /> : null}
          </Suspense>
        </HomeSummary>
      ) : null}
      {may.countBreakGlass ? (
        <Suspense>
          <BreakGlassFigures />
        </Suspense>
      ) : null}
    </>
  )
}
