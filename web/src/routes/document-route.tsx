import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buildViewerSearchParams, readViewerFiles } from '../features/documents/search-params.ts'
import { DocumentViewerPage } from '../features/documents/viewer/viewer-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { AskQuestionSlot } from './ask-question-slot.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/i/$identity/d/$document')

/** Shows documents of an identity in the viewer. The address names the file and the file beside it. */
export function DocumentRoute(): ReactNode {
  const { env, identity, document } = route.useParams()
  const { environment } = route.useRouteContext()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const may = { page: useMay('document.read'), download: useMay('document.download') }
  if (!may.page)
    return (
      <ForbiddenPage to="documents of an identity" environment={environment.label}>
        <AskQuestionSlot env={env} about={{ kind: 'identity', identity }} />
      </ForbiddenPage>
    )
  return (
    <DocumentViewerPage
      key={identity}
      place={{ env, identity }}
      environmentLabel={environment.label}
      {...readViewerFiles(document, search)}
      purpose={search.purpose ?? null}
      returnTo={(purpose) => {
        const here = new URLSearchParams({
          ...(search.file === undefined ? {} : { file: search.file }),
          purpose,
        })
        return `/${env}/i/${identity}/d/${document}?${here}`
      }}
      mayDownload={may.download}
      identityLink={(words) => (
        <Link to="/$env/i/$identity" params={{ env, identity }}>
          {words}
        </Link>
      )}
      downloadsLink={(words) => (
        <Link to="/$env/document-downloads" params={{ env }}>
          {words}
        </Link>
      )}
      onFilesChange={(desk) =>
        void navigate({
          to: '/$env/i/$identity/d/$document',
          params: { env, identity, document: desk.here.document },
          search: buildViewerSearchParams(desk),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
