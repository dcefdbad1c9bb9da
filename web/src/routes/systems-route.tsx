import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addressOf, chosenIn } from '../features/api-keys/address.ts'
import { SystemsPage } from '../features/api-keys/systems-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { PageClosed } from './page-closed.tsx'

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
