import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'
import { SystemsPage } from './systems/systems-page.tsx'

const route = getRouteApi('/inside/$env/systems')

/** Keys of the merchant’s systems, for whoever administers. */
export function SystemsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const chosen = route.useSearch()
  const router = useRouter()
  if (!useMay('system.manage')) return <PageClosed to="keys of systems" environment={environment.label} />
  return (
    <SystemsPage
      key={env}
      env={env}
      place={environment.label}
      chosen={chosen}
      returnTo={(search) => router.buildLocation({ to: '/$env/systems', params: { env }, search }).href}
    />
  )
}
