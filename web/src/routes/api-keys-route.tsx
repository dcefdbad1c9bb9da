import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiKeysPage } from '../features/api-keys/api-keys-page.tsx'
import { buildApiKeysSearchParams, readApiKeyDraft } from '../features/api-keys/search-params.ts'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/systems')

/** Shows the API keys to administrators. */
export function ApiKeysRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const search = route.useSearch()
  const router = useRouter()
  if (!useMay('api_key.manage')) return <ForbiddenPage to="keys of systems" environment={environment.label} />
  return (
    <ApiKeysPage
      key={env}
      env={env}
      place={environment.label}
      chosen={readApiKeyDraft(search)}
      returnTo={(chosen) =>
        router.buildLocation({
          to: '/$env/systems',
          params: { env },
          search: buildApiKeysSearchParams(chosen),
        }).href
      }
    />
  )
}
