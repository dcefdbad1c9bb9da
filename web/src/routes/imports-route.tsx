import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ImportsPage } from '../features/imports/imports-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/imports')

export function ImportsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  if (!useMay('import.run')) return <ForbiddenPage to="imports" environment={environment.label} />
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
