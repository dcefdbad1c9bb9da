import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { createRoute } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { RecentCustomers } from '../features/customers/recent-customers.tsx'
import { HomeFigures } from '../features/home/home-figures.tsx'
import { homeQueries } from '../features/home/queries.ts'
import { UnresolvedPaymentRequestsCard } from '../features/payment-requests/unresolved-requests-card.tsx'
import { NewQuestionAnswersCard } from '../features/questions/new-answers-card.tsx'
import { MentionsCard } from '../features/review/home-cards.tsx'
import { HomePage } from '../features/search/home-page.tsx'
import { SearchBox } from '../features/search/search-box.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { useEnvironment, useMay, useSession } from '../lib/session-context.tsx'
import { HomeSummary } from '../ui/home/home-summary.tsx'
import { RenderAfterLoad } from '../ui/page/render-after-load.tsx'
import styles from './home.module.css'
import type { HomeChart } from './home-charts.tsx'
import { environmentRoute } from './layout-routes.tsx'
import { loadTexts, prefetchQueries } from './prefetch.ts'

const OldestCases = lazy(() =>
  import('../features/review/oldest-cases.tsx').then((part) => ({ default: part.OldestFreeCases })),
)
const WaitingPaymentRequests = lazy(() =>
  import('../features/payment-requests/waiting-requests.tsx').then((part) => ({
    default: part.WaitingPaymentRequests,
  })),
)
const HomeOversightRows = lazy(() =>
  import('./home-oversight.tsx').then((part) => ({ default: part.HomeOversightRows })),
)
const AdministrationTiles = lazy(() =>
  import('./home-administration-tiles.tsx').then((part) => ({ default: part.AdministrationTiles })),
)
const HomeCharts = lazy(() => import('./home-charts.tsx').then((part) => ({ default: part.HomeCharts })))

// Load lazily: few roles need these parts, and no other role should wait for their code.
const BreakGlassCard = lazy(() =>
  import('../features/break-glass/break-glass-card.tsx').then((part) => ({ default: part.BreakGlassCard })),
)
const UnusualAccessAlertCard = lazy(() =>
  import('../features/reveals/unusual-access-alert-card.tsx').then((part) => ({
    default: part.UnusualAccessAlertCard,
  })),
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
const HealthSummary = lazy(() =>
  import('../features/health/health-home-summary.tsx').then((part) => ({ default: part.HealthHomeSummary })),
)

export const homeRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/',
  async loader(load) {
    const { session, messages, client } = load.context
    prefetchQueries(load, 'session.own', homeQueries(client).figures(load.params.env))
    if (isOnPhone(session.permissions) || runsPaydesk(session.permissions))
      messages.load('health').catch(() => {})
    await loadTexts(load, 'home')
  },
  component: HomeRoute,
})

/** Users without review work are phone support: they see service health. */
function isOnPhone(permissions: readonly StaffPermission[]): boolean {
  const may = (permission: StaffPermission) => permissions.includes(permission)
  return may('health.read') && may('customer.read') && !may('review.read')
}

/** Users who run Paydesk see no customers; their figures are those of Paydesk itself. */
function runsPaydesk(permissions: readonly StaffPermission[]): boolean {
  return permissions.includes('health.details') && !permissions.includes('customer.read')
}

/** Charts below what is read first, and beside it, for users with work and for users who oversee it. */
const mainCharts = { work: ['volume', 'emergencyAccess'], oversight: ['volume', 'successRate'] } as const
const asideCharts = { work: ['sla', 'successRate'], oversight: ['sla', 'emergencyAccess'] } as const

function HomeRoute(): ReactNode {
  const { name: env } = useEnvironment()
  const isOffice = runsPaydesk(useSession().permissions)
  const may = {
    work: useMay('review.work'),
    search: useMay('search.use'),
    request: useMay('payment_request.create'),
    see: [isOffice, useMay('records.read'), useMay('break_glass.count')].includes(true),
  }
  const board = may.work || may.request ? 'work' : 'oversight'
  return (
    <HomePage box={may.search ? <SearchBox env={env} /> : null}>
      <HomeFigures />
      {isOffice ? (
        <div className={styles.administration}>
          <Suspense>
            <AdministrationTiles />
          </Suspense>
        </div>
      ) : null}
      <div className={styles.board} data-kind={isOffice ? 'office' : board}>
        {board === 'work' ? (
          <div className={styles.work} data-kind={may.work ? 'cases' : 'requests'}>
            <Suspense>{may.work ? <OldestCases /> : <WaitingPaymentRequests />}</Suspense>
          </div>
        ) : null}
        <div className={styles.aside}>
          <WaitingWork />
          <StateRows />
          {may.see && !isOffice ? <LaterCharts charts={asideCharts[board]} /> : null}
        </div>
        {may.see ? (
          <LaterCharts isWide charts={isOffice ? ['health', 'emergencyAccess'] : mainCharts[board]} />
        ) : null}
      </div>
    </HomePage>
  )
}

interface LaterChartsProps {
  readonly charts: readonly HomeChart[]
  /** True if the charts have the width of the page, or most of it. */
  readonly isWide?: boolean
}

/** Charts, which come after the work and its figures. Their place is empty until then: grey blocks would look like a failure. */
function LaterCharts({ charts, isWide = false }: LaterChartsProps): ReactNode {
  const placeholder = <div className={styles.charts} data-wide={isWide} data-later />
  return (
    <RenderAfterLoad placeholder={placeholder}>
      <Suspense fallback={placeholder}>
        <div className={styles.charts} data-wide={isWide}>
          <HomeCharts charts={charts} />
        </div>
      </Suspense>
    </RenderAfterLoad>
  )
}

/** Cards of work that waits for this user. */
function WaitingWork(): ReactNode {
  const { name: env } = useEnvironment()
  const may = {
    acknowledge: useMay('break_glass.review'),
    watch: useMay('reveal.watch'),
    request: useMay('payment_request.create'),
    review: useMay('review.read'),
    ask: useMay('question.ask'),
    export: useMay('subject_access.export'),
    approve: useMay('export.approve'),
  }
  return (
    <Suspense>
      {may.acknowledge ? <BreakGlassCard /> : null}
      {may.watch ? <UnusualAccessAlertCard env={env} /> : null}
      {may.request ? <UnresolvedPaymentRequestsCard env={env} /> : null}
      {may.review ? <MentionsCard env={env} /> : null}
      {may.ask ? <NewQuestionAnswersCard env={env} /> : null}
      {may.export ? <SubjectAccessCard env={env} /> : null}
      {may.approve ? <ExportRequestsCard env={env} /> : null}
    </Suspense>
  )
}

/** Rows with the state of what this user answers for. */
function StateRows(): ReactNode {
  const { name: env } = useEnvironment()
  const { atAGlance } = useMessages('home')
  const mayCustomers = useMay('customer.read')
  // Everybody who runs, audits or protects Paydesk may see the field permissions.
  const hasOffice = useMay('field_permissions.read')
  const { permissions } = useSession()
  return (
    <HomeSummary title={atAGlance}>
      {mayCustomers ? <RecentCustomers env={env} /> : null}
      <Suspense>
        {isOnPhone(permissions) ? <HealthSummary /> : null}
        {hasOffice ? <HomeOversightRows hasTiles={runsPaydesk(permissions)} /> : null}
      </Suspense>
    </HomeSummary>
  )
}
