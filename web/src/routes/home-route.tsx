import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { QuestionsCard } from '../features/questions/questions-card.tsx'
import { PendingApprovalsCard } from '../features/review/decisions/pending-approvals-card.tsx'
import { MentionsCard } from '../features/review/queue/mention-card.tsx'
import { unreadMentionsFilter } from '../features/review/search-params.ts'
import { HomePage } from '../features/search/home-page.tsx'
import { useMay, useSession } from '../features/sign-in/session-context.tsx'
import { SearchSlot } from '../layout/search-slot.tsx'
import { HomeSummarySlot } from './home-summary-slot.tsx'

const route = getRouteApi('/inside/$env/')

// Load lazily: for compliance only.
const GlassCard = lazy(() =>
  import('../features/break-glass/break-glass-card.tsx').then((part) => ({ default: part.BreakGlassCard })),
)
const RevealAlertCard = lazy(() =>
  import('../features/reveals/reveal-alert-card.tsx').then((part) => ({ default: part.RevealAlertCard })),
)
const SubjectCard = lazy(() =>
  import('../features/subject-access/subject-access-card.tsx').then((part) => ({
    default: part.SubjectAccessCard,
  })),
)

// Load lazily: only for users who make payments.
const UnknownCard = lazy(() =>
  import('../features/payment-requests/unresolved-requests-card.tsx').then((part) => ({
    default: part.UnresolvedRequestsCard,
  })),
)

export function HomeRoute(): ReactNode {
  const { environment } = route.useRouteContext()
  const { role } = useSession()
  const env = environment.name
  const mayWork = useMay('review.work')
  const mayReview = useMay('review.read')
  const mayAsk = useMay('question.ask')
  const mayExport = useMay('subject_access.export')
  const mayAnswer = useMay('break_glass.review')
  const mayWatch = useMay('reveal.watch')
  const mayMake = useMay('payment_request.create')
  return (
    <HomePage
      environment={environment}
      role={role}
      mayLookUp={useMay('search.use')}
      box={<SearchSlot key={env} env={env} />}
      waiting={
        <Suspense>
          {mayAnswer ? (
            <GlassCard
              link={(words) => (
                <Link to="/glass" search={{ from: env }}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          {mayWatch ? <RevealAlertCard env={env} /> : null}
          {mayMake ? (
            <UnknownCard
              env={env}
              link={(words) => (
                <Link to="/$env/requests" params={{ env }} search={{ show: 'unknown' }}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          {mayWork ? (
            <PendingApprovalsCard
              env={env}
              link={(words) => (
                <Link to="/$env/decisions" params={{ env }}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          {mayReview ? (
            <MentionsCard
              env={env}
              link={(words) => (
                <Link to="/$env/review" params={{ env }} search={unreadMentionsFilter}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          {mayAsk ? (
            <QuestionsCard
              env={env}
              link={(words) => (
                <Link to="/$env/handovers" params={{ env }}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          {mayExport ? (
            <SubjectCard
              env={env}
              link={(words) => (
                <Link to="/$env/subjects" params={{ env }}>
                  {words}
                </Link>
              )}
            />
          ) : null}
        </Suspense>
      }
      atHand={<HomeSummarySlot env={env} />}
    />
  )
}
