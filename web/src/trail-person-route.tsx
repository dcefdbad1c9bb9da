import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'
import { PersonPage } from './trail/person-page.tsx'

const route = getRouteApi('/inside/$env/audit/people/$person')

/** What one person saw. */
export function TrailPersonRoute(): ReactNode {
  const { env, person } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  if (!useMay('trail.every')) return <PageClosed to="what others saw" environment={environment.label} />
  return (
    <PersonPage
      key={person}
      env={env}
      person={person}
      place={environment.label}
      address={address}
      entries={
        <Link to="/$env/audit" params={{ env }} search={{ person }}>
          Every entry
        </Link>
      }
      onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
