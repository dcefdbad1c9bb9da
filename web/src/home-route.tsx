import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HomePage } from './lookup/home-page.tsx'
import { LookUpSlot } from './lookup-slot.tsx'
import { SecondCard } from './review/second-card.tsx'
import { useMay, useSession } from './session/session-context.tsx'

const route = getRouteApi('/inside/$env/')

export function HomeRoute(): ReactNode {
  const { environment } = route.useRouteContext()
  const { role } = useSession()
  const env = environment.name
  return (
    <HomePage
      environment={environment}
      role={role}
      mayLookUp={useMay('lookup.use')}
      box={<LookUpSlot key={env} env={env} />}
      waiting={
        useMay('review.work') ? (
          <SecondCard
            env={env}
            link={(words) => (
              <Link to="/$env/decisions" params={{ env }}>
                {words}
              </Link>
            )}
          />
        ) : null
      }
    />
  )
}
