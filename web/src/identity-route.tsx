import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AskSlot } from './ask-route.tsx'
import { deskSearch } from './documents/address.ts'
import { DocumentsSection } from './documents/documents-section.tsx'
import { IdentityPage } from './identities/identity-page.tsx'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'
import { shownText } from './ui/shown-value.tsx'

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
      <PageClosed to="identity records" environment={environment.label}>
        <AskSlot env={env} about={{ kind: 'identity', identity }} />
      </PageClosed>
    )
  return (
    <IdentityPage
      key={identity}
      place={{ env, identity }}
      environment={environment.label}
      mayRecord={may.record}
      documents={
        may.documents ? (
          <DocumentsSection
            place={{ env, identity }}
            fileLink={({ document, file }, words) => (
              <Link
                to="/$env/i/$identity/d/$document"
                params={{ env, identity, document }}
                search={deskSearch({ here: { document, file }, beside: null })}
              >
                {words}
              </Link>
            )}
            onOpen={({ document, file }) =>
              void navigate({
                to: '/$env/i/$identity/d/$document',
                params: { env, identity, document },
                search: deskSearch({ here: { document, file }, beside: null }),
              })
            }
          />
        ) : undefined
      }
      customerLink={({ customer, rid }) =>
        may.customer ? (
          <Link to="/$env/c/$customer" params={{ env, customer }}>
            Customer <code>{shownText(rid)}</code>
          </Link>
        ) : null
      }
    />
  )
}
