import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StaffActivityPage } from '../features/audit-log/staff-activity-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/audit/people/$person')

export function StaffActivityRoute(): ReactNode {
  const { env, person } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  if (!useMay('audit.every')) return <ForbiddenPage to="what others saw" environment={environment.label} />
  return (
    <StaffActivityPage
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
