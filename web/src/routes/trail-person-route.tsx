import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PersonPage } from '../features/audit-log/person-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { PageClosed } from './page-closed.tsx'

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
