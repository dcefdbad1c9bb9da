import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DocumentViewerPage } from '../../features/documents/viewer/viewer-page.tsx'
import { AskQuestionLine } from '../../features/questions/ask-line.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { ForbiddenPage } from '../forbidden-page.tsx'

const route = getRouteApi('/inside/$env/identities/$identity/documents/$document')

export function DocumentRoute(): ReactNode {
  const { identity } = route.useParams()
  if (useMay('document.read')) return <DocumentViewerPage />
  return (
    <ForbiddenPage to="documents">
      <AskQuestionLine about={{ kind: 'identity', identity }} />
    </ForbiddenPage>
  )
}
