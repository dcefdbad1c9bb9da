import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { PlaceLink } from '../features/audit-log/sentence.tsx'
import { TrailPage } from '../features/audit-log/trail-page.tsx'
import { Revealable } from '../features/reveals/revealable.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { usePersonLink } from '../layout/person-slot.tsx'
import { inRow } from '../ui/table/row-link.ts'
import { PageClosed } from './page-closed.tsx'
import { stayWith, stepTo, useStepBack } from './page-steps.tsx'
import { RevealSlot } from './reveal-slot.tsx'

const route = getRouteApi('/inside/$env/audit')

/** The audit trail with the ways to the records that its entries are about. */
export function TrailRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = useStepBack()
  const mayOpen = {
    customer: useMay('customer.read'),
    transaction: useMay('transaction.read'),
    identity: useMay('identity.read'),
  }
  const { customer, transaction, identity } = mayOpen
  const may = { verify: useMay('trail.verify'), export: useMay('trail.export') }
  const personLink = usePersonLink(env)
  const placeLink = useCallback<PlaceLink>(
    (place, children, isInRow) => {
      const row = isInRow ? inRow : {}
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
  if (!useMay('trail.own')) return <PageClosed to="the audit trail" environment={environment.label} />
  return (
    <RevealSlot env={env}>
      <TrailPage
        key={env}
        env={env}
        place={environment.label}
        address={address}
        may={may}
        onChange={(next) => navigate(stayWith(next, next.after === undefined))}
        onNext={(after) => navigate(stepTo({ ...address, after, open: undefined }))}
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
            // Another entry is another value: nothing that was shown stays when the next one is opened.
            <Revealable
              key={entry}
              what={`id of the ${about.words}`}
              record={{ kind: 'trail_entry', entry }}
              path={['about', 'id']}
              value={about.id}
            >
              {shown}
            </Revealable>
          )
        }
      />
    </RevealSlot>
  )
}
