import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { RecentCustomers } from '../features/customers/recent-customers.tsx'
import { ReconciliationSummary } from '../features/reconciliation/reconciliation-summary.tsx'
import { ReviewQueueSummary } from '../features/review/queue/review-summary.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { HomeSummary } from '../ui/page/home-summary.tsx'

// Load lazily: few roles need these parts, and no other role should wait for their code.
const DownloadsAtHand = lazy(() =>
  import('../features/documents/downloads-summary.tsx').then((part) => ({ default: part.DownloadsSummary })),
)
const GlassCount = lazy(() =>
  import('../features/break-glass/break-glass-figures.tsx').then((part) => ({
    default: part.BreakGlassFiguresSection,
  })),
)
const HealthAtHand = lazy(() =>
  import('../features/health/health-home-summary.tsx').then((part) => ({ default: part.HealthHomeSummary })),
)
const ProofAtHand = lazy(() =>
  import('../features/field-permissions/masking-proof-home-summary.tsx').then((part) => ({
    default: part.MaskingProofHomeSummary,
  })),
)
const TrailAtHand = lazy(() =>
  import('../features/audit-log/audit-log-home-summary.tsx').then((part) => ({
    default: part.AuditLogHomeSummary,
  })),
)

/** Shows beside the search box the work and the figures that concern this user. */
export function HomeSummarySlot({ env }: { readonly env: EnvironmentName }): ReactNode {
  const mayWork = useMay('review.work')
  const mayReview = useMay('review.read')
  const mayReconcile = useMay('reconciliation.read')
  const answersForSight = [useMay('audit.record_access'), useMay('audit.verify')].includes(true)
  const maySight = useMay('field_permissions.read')
  const mayCount = useMay('break_glass.count')
  const mayDownload = useMay('document.download')
  const mayOpen = useMay('customer.read')
  // Users without review work are phone support: show service health.
  const isOnPhone = [useMay('health.read'), mayOpen, !mayReview].every(Boolean)
  const navigate = useNavigate()
  return (
    <>
      {isOnPhone || mayReview || mayReconcile || answersForSight || maySight || mayDownload ? (
        <HomeSummary>
          {mayOpen ? (
            <RecentCustomers
              key={env}
              env={env}
              link={(customer, words) => (
                <Link to="/$env/c/$customer" params={{ env, customer }}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          {mayReview ? (
            <ReviewQueueSummary
              env={env}
              mayWork={mayWork}
              link={(search, words) => (
                <Link to="/$env/review" params={{ env }} search={search}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          {mayReconcile ? (
            <ReconciliationSummary
              env={env}
              link={(search, words) => (
                <Link to="/$env/drift" params={{ env }} search={search}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          <Suspense>
            {isOnPhone ? (
              <HealthAtHand
                link={(words) => (
                  <Link to="/health" search={{ from: env }}>
                    {words}
                  </Link>
                )}
              />
            ) : null}
            {mayDownload ? (
              <DownloadsAtHand
                env={env}
                link={(words) => (
                  <Link to="/$env/document-downloads" params={{ env }}>
                    {words}
                  </Link>
                )}
                onGo={() => void navigate({ to: '/$env/document-downloads', params: { env } })}
              />
            ) : null}
            {answersForSight ? (
              <TrailAtHand
                env={env}
                link={(search, words) => (
                  <Link to="/$env/audit" params={{ env }} search={search}>
                    {words}
                  </Link>
                )}
              />
            ) : null}
            {maySight ? (
              <ProofAtHand
                env={env}
                link={(words) => (
                  <Link to="/$env/sight" params={{ env }}>
                    {words}
                  </Link>
                )}
              />
            ) : null}
          </Suspense>
        </HomeSummary>
      ) : null}
      {mayCount ? (
        <Suspense>
          <GlassCount />
        </Suspense>
      ) : null}
    </>
  )
}
