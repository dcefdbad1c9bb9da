import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DownloadsPage } from '../features/documents/downloads-page.tsx'
import { buildViewerSearchParams } from '../features/documents/search-params.ts'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/document-downloads')

export function DownloadsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const { pathname } = useLocation()
  const mayIdentity = useMay('identity.read')
  if (!useMay('document.download'))
    return <ForbiddenPage to="requests for downloads of documents" environment={environment.label} />
  return (
    <DownloadsPage
      key={env}
      env={env}
      environmentLabel={environment.label}
      returnTo={pathname}
      documentLink={({ identity, document, file }, words) => (
        <Link
          to="/$env/i/$identity/d/$document"
          params={{ env, identity, document }}
          search={buildViewerSearchParams({ here: { document, file }, beside: null })}
        >
          {words}
        </Link>
      )}
      identityLink={({ identity }, words) =>
        mayIdentity ? (
          <Link to="/$env/i/$identity" params={{ env, identity }}>
            {words}
          </Link>
        ) : (
          words
        )
      }
    />
  )
}
