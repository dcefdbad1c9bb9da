import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { HandoverCard } from '../features/questions/handover-card.tsx'
import { mentioningMe } from '../features/review/address.ts'
import { SecondCard } from '../features/review/decisions/second-card.tsx'
import { MentionCard } from '../features/review/queue/mention-card.tsx'
import { HomePage } from '../features/search/home-page.tsx'
import { useMay, useSession } from '../features/sign-in/session-context.tsx'
import { LookUpSlot } from '../layout/lookup-slot.tsx'
import { HomeAtHand } from './home-slot.tsx'

const route = getRouteApi('/inside/$env/')

// Of compliance alone.
const GlassCard = lazy(() =>
  import('../features/break-glass/glass-card.tsx').then((part) => ({ default: part.GlassCard })),
)
const RevealAlertCard = lazy(() =>
  import('../features/reveals/reveal-alert-card.tsx').then((part) => ({ default: part.RevealAlertCard })),
)
const SubjectCard = lazy(() =>
  import('../features/subject-access/subject-card.tsx').then((part) => ({ default: part.SubjectCard })),
)

// Of whoever makes payments.
const UnknownCard = lazy(() =>
  import('../features/payment-requests/unknown-card.tsx').then((part) => ({ default: part.UnknownCard })),
)

export function HomeRoute(): ReactNode {
  const { environment } = route.useRouteContext()
  const { role } = useSession()
  const env = environment.name
  const mayWork = useMay('review.work')
  const mayReview = useMay('review.read')
  const mayAsk = useMay('handover.ask')
  const mayExport = useMay('subject.export')
  const mayAnswer = useMay('glass.answer')
  const mayWatch = useMay('reveal.watch')
  const mayMake = useMay('request.make')
  return (
    <HomePage
      environment={environment}
      role={role}
      mayLookUp={useMay('lookup.use')}
      box={<LookUpSlot key={env} env={env} />}
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
            <SecondCard
              env={env}
              link={(words) => (
                <Link to="/$env/decisions" params={{ env }}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          {mayReview ? (
            <MentionCard
              env={env}
              link={(words) => (
                <Link to="/$env/review" params={{ env }} search={mentioningMe}>
                  {words}
                </Link>
              )}
            />
          ) : null}
          {mayAsk ? (
            <HandoverCard
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
      atHand={<HomeAtHand env={env} />}
    />
  )
}
