import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SightPage } from '../features/field-permissions/sight-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { PageClosed } from './page-closed.tsx'

const route = getRouteApi('/inside/$env/sight')

/** The access matrix; the same in every environment. */
export function SightRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  if (!useMay('sight.read')) return <PageClosed to="who may see what" environment={environment.label} />
  return (
    <SightPage
      key={env}
      env={env}
      place={environment.label}
      address={address}
      onChange={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
