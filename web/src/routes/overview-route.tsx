import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { TransactionViews } from '../features/saved-views/view-bar.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { filterOf } from '../features/transaction-list/address.ts'
import type { RowLinks } from '../features/transaction-list/overview-columns.tsx'
import { OverviewPage } from '../features/transaction-list/overview-page.tsx'
import { builtInViews } from '../features/transaction-list/views.ts'
import { CurrentAnchor } from '../ui/page/current-anchor.tsx'
import { inRow } from '../ui/table/row-link.ts'
import { PageClosed } from './page-closed.tsx'
import { stayWith, stepTo, useStepBack } from './page-steps.tsx'

const route = getRouteApi('/inside/$env/transactions')

/** The list of all known transactions with the pages that it leads to. */
export function OverviewRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = useStepBack()
  const mayExport = useMay('index.export')
  const mayOpen = useMay('transaction.read')
  const mayCustomer = useMay('customer.read')
  const mayRegister = useMay('register.read')
  const links = useMemo<RowLinks>(
    () => ({
      transaction: (transaction, children) =>
        mayOpen ? (
          <Link to="/$env/t/$transaction" params={{ env, transaction }} {...inRow}>
            {children}
          </Link>
        ) : (
          children
        ),
      customer: (customer, children) =>
        mayCustomer ? (
          <Link to="/$env/c/$customer" params={{ env, customer }} {...inRow} data-opens="customer">
            {children}
          </Link>
        ) : (
          children
        ),
    }),
    [env, mayOpen, mayCustomer],
  )
  if (!useMay('index.read'))
    return <PageClosed to="the list of transactions" environment={environment.label} />
  return (
    <OverviewPage
      key={env}
      env={env}
      environment={environment}
      address={address}
      mayExport={mayExport}
      onChange={(next) => navigate(stayWith(next, next.after === undefined))}
      onNext={(after) => navigate(stepTo({ ...address, after, at: undefined }))}
      onBack={onBack}
      onOpen={async (at) => {
        if (!mayOpen) return
        // Back from there shows this very row again.
        await navigate({ search: { ...address, at }, replace: true, state: true, resetScroll: false })
        await navigate({ to: '/$env/t/$transaction', params: { env, transaction: at } })
      }}
      links={links}
      beside={
        mayRegister ? (
          <Link to="/$env/unknown-values" params={{ env }}>
            Unknown values
          </Link>
        ) : null
      }
      views={
        <TransactionViews
          env={env}
          filter={filterOf(address)}
          builtIn={builtInViews(environment.kind)}
          link={(filter, isCurrent, children) => (
            <ViewLink
              to="/$env/transactions"
              params={{ env }}
              search={{ ...filter, ...(address.cols === undefined ? {} : { cols: address.cols }) }}
              isCurrent={isCurrent}
            >
              {children}
            </ViewLink>
          )}
        />
      }
    />
  )
}

const ViewLink = createLink(CurrentAnchor)
