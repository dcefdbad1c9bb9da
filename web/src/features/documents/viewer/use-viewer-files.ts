import { getRouteApi } from '@tanstack/react-router'
import type { DocumentFileRef } from '../queries.ts'
import { buildViewerSearchParams, readViewerFiles } from '../search-params.ts'

interface ViewerFiles {
  readonly here: DocumentFileRef
  readonly beside: DocumentFileRef | null
}

const route = getRouteApi('/inside/$env/i/$identity/d/$document')

/** Files that the address names, and the function that shows other files at the same place of the history. */
export function useViewerFiles() {
  const { env, identity, document } = route.useParams()
  const navigate = route.useNavigate()
  return {
    ...readViewerFiles(document, route.useSearch()),
    show: (files: ViewerFiles) =>
      void navigate({
        to: '/$env/i/$identity/d/$document',
        params: { env, identity, document: files.here.document },
        search: buildViewerSearchParams(files),
        replace: true,
        resetScroll: false,
      }),
  }
}
