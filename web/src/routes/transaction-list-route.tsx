import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { TransactionViewBar } from '../features/saved-views/view-bar.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { listBuiltInViews } from '../features/transaction-list/built-in-views.ts'
import { readTransactionFilter } from '../features/transaction-list/search-params.ts'
import type { TransactionRowLinks } from '../features/transaction-list/transaction-columns.tsx'
import { TransactionListPage } from '../features/transaction-list/transaction-list-page.tsx'
import { CurrentAnchor } from '../ui/page/current-anchor.tsx'
import { rowLinkProps } from '../ui/table/row-link-props.ts'
import { ForbiddenPage } from './forbidden-page.tsx'
import { createInPlaceNavigation, createNextPageNavigation, usePreviousListPage } from './list-navigation.tsx'

const route = getRouteApi('/inside/$env/transactions')

/** Connects the list of all transactions in our records with the pages it links to. */
export function TransactionListRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = usePreviousListPage()
  const mayExport = useMay('records.export')
  const mayOpen = useMay('transaction.read')
  const mayCustomer = useMay('customer.read')
  const mayRegister = useMay('undocumented_values.read')
  const links = useMemo<TransactionRowLinks>(
    () => ({
      transaction: (transaction, children) =>
        mayOpen ? (
          <Link to="/$env/t/$transaction" params={{ env, transaction }} {...rowLinkProps}>
            {children}
          </Link>
        ) : (
          children
        ),
      customer: (customer, children) =>
        mayCustomer ? (
          <Link to="/$env/c/$customer" params={{ env, customer }} {...rowLinkProps} data-opens="customer">
            {children}
          </Link>
        ) : (
          children
        ),
    }),
    [env, mayOpen, mayCustomer],
  )
  if (!useMay('records.read'))
    return <ForbiddenPage to="the list of transactions" environment={environment.label} />
  return (
    <TransactionListPage
      key={env}
      env={env}
      environment={environment}
      address={address}
      mayExport={mayExport}
      onChange={(next) => navigate(createInPlaceNavigation(next, next.after === undefined))}
      onNext={(after) => navigate(createNextPageNavigation({ ...address, after, at: undefined }))}
      onBack={onBack}
      onOpen={async (at) => {
        if (!mayOpen) return
        // Remember the row in the current history entry: going back shows that row again.
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
        <TransactionViewBar
          env={env}
          filter={readTransactionFilter(address)}
          builtIn={listBuiltInViews(environment.kind)}
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
