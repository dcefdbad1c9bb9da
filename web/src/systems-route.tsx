import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'
import { addressOf, chosenIn } from './systems/address.ts'
import { SystemsPage } from './systems/systems-page.tsx'

const route = getRouteApi('/inside/$env/systems')

/** Keys of the merchant’s systems, for whoever administers. */
export function SystemsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const search = route.useSearch()
  const router = useRouter()
  if (!useMay('system.manage')) return <PageClosed to="keys of systems" environment={environment.label} />
  return (
    <SystemsPage
      key={env}
      env={env}
      place={environment.label}
      chosen={chosenIn(search)}
      returnTo={(chosen) =>
        router.buildLocation({ to: '/$env/systems', params: { env }, search: addressOf(chosen) }).href
      }
    />
  )
}
