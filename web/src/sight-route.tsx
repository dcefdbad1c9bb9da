import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'
import { SightPage } from './sight/sight-page.tsx'

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
