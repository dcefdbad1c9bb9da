import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DocumentViewerPage } from '../../features/documents/viewer/viewer-page.tsx'
import { IdentityRecordPanel } from '../../features/identities/identity-record-panel.tsx'
import { AskQuestionLine } from '../../features/questions/ask-line.tsx'
import { RevealProvider } from '../../features/reveals/reveal-provider.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { ForbiddenPage } from '../forbidden-page.tsx'
import { useRevealableProfile } from './revealable-profile.tsx'

const route = getRouteApi('/inside/$env/identities/$identity/documents/$document')

export function DocumentViewerRoute(): ReactNode {
  const { env, identity } = route.useParams()
  const mayRecord = useMay('identity.read')
  const revealable = useRevealableProfile(identity)
  if (useMay('document.read')) {
    return (
      <RevealProvider>
        <DocumentViewerPage
          record={mayRecord ? <IdentityRecordPanel identityRef={{ env, identity }} {...revealable} /> : null}
        />
      </RevealProvider>
    )
  }
  return (
    <ForbiddenPage to="documents">
      <AskQuestionLine about={{ kind: 'identity', identity }} />
    </ForbiddenPage>
  )
}
