import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ImportsPage } from './imports/imports-page.tsx'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'

const route = getRouteApi('/inside/$env/imports')

export function ImportsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  if (!useMay('import.run')) return <PageClosed to="imports" environment={environment.label} />
  return (
    <ImportsPage
      key={env}
      env={env}
      place={environment.label}
      opened={open}
      onOpen={(id) => navigate({ search: { open: id }, resetScroll: false })}
    />
  )
}
