import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DocumentsSection } from '../features/documents/documents-section.tsx'
import { buildViewerSearchParams } from '../features/documents/search-params.ts'
import { IdentityPage } from '../features/identities/identity-page.tsx'
import { RevealableValue } from '../features/reveals/revealable-value.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { FieldValue, getVisibleText } from '../ui/text/field-value.tsx'
import { AskQuestionSlot } from './ask-question-slot.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'
import { RecordAccessSlot } from './record-access-slot.tsx'
import { RevealSlot } from './reveal-slot.tsx'

const route = getRouteApi('/inside/$env/i/$identity')

export function IdentityRoute(): ReactNode {
  const { env, identity } = route.useParams()
  const { environment } = route.useRouteContext()
  const navigate = route.useNavigate()
  const may = {
    page: useMay('identity.read'),
    record: useMay('identity.record'),
    customer: useMay('customer.read'),
    documents: useMay('document.read'),
  }
  if (!may.page)
    return (
      <ForbiddenPage to="identity records" environment={environment.label}>
        <AskQuestionSlot env={env} about={{ kind: 'identity', identity }} />
      </ForbiddenPage>
    )
  return (
    <RevealSlot env={env}>
      <IdentityPage
        key={identity}
        place={{ env, identity }}
        environmentLabel={environment.label}
        mayRecord={may.record}
        customerLink={({ customer, rid }) =>
          may.customer ? (
            <Link to="/$env/c/$customer" params={{ env, customer }}>
              Customer <code>{getVisibleText(rid)}</code>
            </Link>
          ) : null
        }
        documents={
          may.documents ? (
            <DocumentsSection
              place={{ env, identity }}
              fileLink={({ document, file }, words) => (
                <Link
                  to="/$env/i/$identity/d/$document"
                  params={{ env, identity, document }}
                  search={buildViewerSearchParams({ here: { document, file }, beside: null })}
                >
                  {words}
                </Link>
              )}
              onOpen={({ document, file }) =>
                void navigate({
                  to: '/$env/i/$identity/d/$document',
                  params: { env, identity, document },
                  search: buildViewerSearchParams({ here: { document, file }, beside: null }),
                })
              }
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
        renderValue={({ member, path }, value) => (
          <RevealableValue
            what={getFieldLabel(member)}
            record={{ kind: 'identity', identity }}
            path={[...path]}
            value={value}
          >
            <FieldValue value={value} />
          </RevealableValue>
        )}
      />
      <RecordAccessSlot env={env} subject={identity} words="identity record" />
    </RevealSlot>
  )
}

const fieldLabels: Readonly<Record<string, string>> = {
  dob: 'date of birth',
  fullname: 'full name',
  remote_user_id: 'RID',
  email: 'e-mail',
}

/** Labels a field so that the label identifies it alone: there are two streets, for example. */
function getFieldLabel(member: string): string {
  return fieldLabels[member] ?? member.replaceAll('_', ' ')
}
