import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DriftAtHand } from './drift/drift-at-hand.tsx'
import { HandoverCard } from './handover/handover-card.tsx'
import { HomePage } from './lookup/home-page.tsx'
import { LookUpSlot } from './lookup-slot.tsx'
import { RevealAlertCard } from './reveals/reveal-alert-card.tsx'
import { mentioningMe } from './review/address.ts'
import { MentionCard } from './review/mention-card.tsx'
import { ReviewAtHand } from './review/review-at-hand.tsx'
import { SecondCard } from './review/second-card.tsx'
import { useMay, useSession } from './session/session-context.tsx'
import { AtHand } from './ui/at-hand.tsx'

const route = getRouteApi('/inside/$env/')

export function HomeRoute(): ReactNode {
  const { environment } = route.useRouteContext()
  const { role } = useSession()
  const env = environment.name
  const mayWork = useMay('review.work')
  const mayReview = useMay('review.read')
  const mayReconcile = useMay('drift.read')
  const mayAsk = useMay('handover.ask')
  const mayWatch = useMay('reveal.watch')
  return (
    <HomePage
      environment={environment}
      role={role}
      mayLookUp={useMay('lookup.use')}
      box={<LookUpSlot key={env} env={env} />}
      waiting={
        <>
          {mayWatch ? <RevealAlertCard env={env} /> : null}
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
        </>
      }
      atHand={
        mayReview || mayReconcile ? (
          <AtHand>
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
          </AtHand>
        ) : null
      }
    />
  )
}
