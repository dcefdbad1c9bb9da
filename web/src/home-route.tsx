import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DownloadsAtHand } from './documents/downloads-at-hand.tsx'
import { DriftAtHand } from './drift/drift-at-hand.tsx'
import { HandoverCard } from './handover/handover-card.tsx'
import { HomePage } from './lookup/home-page.tsx'
import { LookUpSlot } from './lookup-slot.tsx'
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
  const mayDownload = useMay('document.download')
  const navigate = useNavigate()
  return (
    <HomePage
      environment={environment}
      role={role}
      mayLookUp={useMay('lookup.use')}
      box={<LookUpSlot key={env} env={env} />}
      waiting={
        <>
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
        mayReview || mayReconcile || mayDownload ? (
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
          </AtHand>
        ) : null
      }
    />
  )
}
