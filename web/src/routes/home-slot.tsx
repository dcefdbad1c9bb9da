import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { RecentCustomers } from '../features/customers/recent-customers.tsx'
import { DriftAtHand } from '../features/reconciliation/drift-at-hand.tsx'
import { ReviewAtHand } from '../features/review/queue/review-summary.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { AtHand } from '../ui/page/home-summary.tsx'

// Of few roles: nobody else waits for their code.
const DownloadsAtHand = lazy(() =>
  import('../features/documents/downloads-at-hand.tsx').then((part) => ({ default: part.DownloadsAtHand })),
)
const GlassCount = lazy(() =>
  import('../features/break-glass/glass-count.tsx').then((part) => ({ default: part.GlassCount })),
)
const HealthAtHand = lazy(() =>
  import('../features/health/health-at-hand.tsx').then((part) => ({ default: part.HealthAtHand })),
)
const ProofAtHand = lazy(() =>
  import('../features/field-permissions/proof-at-hand.tsx').then((part) => ({ default: part.ProofAtHand })),
)
const TrailAtHand = lazy(() =>
  import('../features/audit-log/trail-at-hand.tsx').then((part) => ({ default: part.TrailAtHand })),
)

/** What stands beside the box on the home page: the work and the answers that this person is there for. */
export function HomeAtHand({ env }: { readonly env: EnvironmentName }): ReactNode {
  const mayWork = useMay('review.work')
  const mayReview = useMay('review.read')
  const mayReconcile = useMay('drift.read')
  const answersForSight = [useMay('trail.subject'), useMay('trail.verify')].includes(true)
  const maySight = useMay('sight.read')
  const mayCount = useMay('glass.count')
  const mayDownload = useMay('document.download')
  const mayOpen = useMay('customer.read')
  // Whoever has no other work of the office on this page is on the phone.
  const isOnPhone = [useMay('health.read'), mayOpen, !mayReview].every(Boolean)
  const navigate = useNavigate()
  return (
    <>
      {isOnPhone || mayReview || mayReconcile || answersForSight || maySight || mayDownload ? (
        <AtHand>
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
            <ReviewAtHand
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
            <DriftAtHand
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
        </AtHand>
      ) : null}
      {mayCount ? (
        <Suspense>
          <GlassCount />
        </Suspense>
      ) : null}
    </>
  )
}
