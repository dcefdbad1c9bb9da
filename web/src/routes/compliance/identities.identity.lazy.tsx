import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RecordAccessReportButton } from '../../features/audit-log/record-access-report-button.tsx'
import { DocumentsSection } from '../../features/documents/documents-section.tsx'
import { IdentityPage } from '../../features/identities/identity-page.tsx'
import { AskQuestionLine } from '../../features/questions/ask-line.tsx'
import { RevealProvider } from '../../features/reveals/reveal-provider.tsx'
import { RevealableValue } from '../../features/reveals/revealable-value.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { ForbiddenPage } from '../forbidden-page.tsx'
import { useRevealableProfile } from './revealable-profile.tsx'

const route = getRouteApi('/inside/$env/identities/$identity')

export function IdentityRoute(): ReactNode {
  const { env, identity } = route.useParams()
  const revealable = useRevealableProfile(identity)
  const mayDocuments = useMay('document.read')
  if (!useMay('identity.read'))
    return (
      <ForbiddenPage to="identities">
        <AskQuestionLine about={{ kind: 'identity', identity }} />
      </ForbiddenPage>
    )
  return (
    <RevealProvider>
      <IdentityPage
        documents={
          mayDocuments ? (
            <DocumentsSection
              identityRef={{ env, identity }}
              renderValue={({ document, path, what }, value, shown) => (
                <RevealableValue
                  what={what}
                  record={{ kind: 'document', identity, document }}
                  path={[...path]}
                  value={value}
                >
                  {shown}
                </RevealableValue>
              )}
            />
          ) : undefined
        }
        {...revealable}
      />
      <RecordAccessReportButton subject={identity} kind="identity" />
    </RevealProvider>
  )
}
