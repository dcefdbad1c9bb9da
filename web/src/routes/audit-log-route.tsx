import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { RenderAuditRecordLink } from '../features/audit-log/audit-entry-sentence.tsx'
import { AuditLogPage } from '../features/audit-log/audit-log-page.tsx'
import { RevealableValue } from '../features/reveals/revealable-value.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { useStaffActivityLink } from '../layout/use-staff-activity-link.tsx'
import { rowLinkProps } from '../ui/table/row-link-props.ts'
import { ForbiddenPage } from './forbidden-page.tsx'
import { createInPlaceNavigation, createNextPageNavigation, usePreviousListPage } from './list-navigation.tsx'
import { RevealSlot } from './reveal-slot.tsx'

const route = getRouteApi('/inside/$env/audit')

/** Links the events of the audit log to their records. */
export function AuditLogRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = usePreviousListPage()
  const mayOpen = {
    customer: useMay('customer.read'),
    transaction: useMay('transaction.read'),
    identity: useMay('identity.read'),
  }
  const { customer, transaction, identity } = mayOpen
  const may = { verify: useMay('audit.verify'), export: useMay('audit.export') }
  const personLink = useStaffActivityLink(env)
  const placeLink = useCallback<RenderAuditRecordLink>(
    (place, children, isInRow) => {
      const row = isInRow ? rowLinkProps : {}
      switch (place.page) {
        case 'customer':
          return customer ? (
            <Link to="/$env/c/$customer" params={{ env, customer: place.customer }} {...row}>
              {children}
            </Link>
          ) : (
            children
          )
        case 'identity':
          return identity ? (
            <Link to="/$env/i/$identity" params={{ env, identity: place.identity }} {...row}>
              {children}
            </Link>
          ) : (
            children
          )
        case 'transaction':
          return transaction ? (
            <Link to="/$env/t/$transaction" params={{ env, transaction: place.transaction }} {...row}>
              {children}
            </Link>
          ) : (
            children
          )
      }
    },
    [env, customer, transaction, identity],
  )
  if (!useMay('audit.own')) return <ForbiddenPage to="the audit trail" environment={environment.label} />
  return (
    <RevealSlot env={env}>
      <AuditLogPage
        key={env}
        env={env}
        place={environment.label}
        address={address}
        may={may}
        onChange={(next) => navigate(createInPlaceNavigation(next, next.after === undefined))}
        onNext={(after) => navigate(createNextPageNavigation({ ...address, after, open: undefined }))}
        onBack={onBack}
        placeLink={placeLink}
        personLink={personLink}
        filterLink={(filter, children) => (
          <Link to="/$env/audit" params={{ env }} search={filter}>
            {children}
          </Link>
        )}
        renderRecord={({ entry, about }, shown) =>
          about === null ? (
            shown
          ) : (
            // Reset with the entry: a revealed value must not stay when another entry is opened.
            <RevealableValue
              key={entry}
              what={`id of the ${about.words}`}
              record={{ kind: 'trail_entry', entry }}
              path={['about', 'id']}
              value={about.id}
            >
              {shown}
            </RevealableValue>
          )
        }
      />
    </RevealSlot>
  )
}
