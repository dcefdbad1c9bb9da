import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { deskSearch } from '../features/documents/address.ts'
import { DocumentsSection } from '../features/documents/documents-section.tsx'
import { IdentityPage } from '../features/identities/identity-page.tsx'
import { Revealable } from '../features/reveals/revealable.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ShownValue, shownText } from '../ui/text/masked-value.tsx'
import { AskSlot } from './ask-route.tsx'
import { PageClosed } from './page-closed.tsx'
import { RevealSlot } from './reveal-slot.tsx'
import { WhoSawSlot } from './who-saw-route.tsx'

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
    <RevealSlot env={env}>
      <IdentityPage
        key={identity}
        place={{ env, identity }}
        environment={environment.label}
        mayRecord={may.record}
        customerLink={({ customer, rid }) =>
          may.customer ? (
            <Link to="/$env/c/$customer" params={{ env, customer }}>
              Customer <code>{shownText(rid)}</code>
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
              renderValue={({ document, path, what }, value, shown) => (
                <Revealable
                  what={what}
                  record={{ kind: 'document', identity, document }}
                  path={[...path]}
                  value={value}
                >
                  {shown}
                </Revealable>
              )}
            />
          ) : undefined
        }
        renderValue={({ member, path }, value) => (
          <Revealable
            what={revealWord(member)}
            record={{ kind: 'identity', identity }}
            path={[...path]}
            value={value}
          >
            <ShownValue value={value} />
          </Revealable>
        )}
      />
      <WhoSawSlot env={env} subject={identity} words="identity record" />
    </RevealSlot>
  )
}

const revealWords: Readonly<Record<string, string>> = {
  dob: 'date of birth',
  fullname: 'full name',
  remote_user_id: 'RID',
  email: 'e-mail',
}

/** A member in words that name it alone: a street is there twice. */
function revealWord(member: string): string {
  return revealWords[member] ?? member.replaceAll('_', ' ')
}
