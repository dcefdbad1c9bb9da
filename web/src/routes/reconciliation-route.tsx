import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { DiscrepancyTransactionLink } from '../features/reconciliation/discrepancy-columns.tsx'
import { ReconciliationPage } from '../features/reconciliation/reconciliation-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CoverageLine } from '../features/transaction-list/coverage-line.tsx'
import { CurrentAnchor } from '../ui/page/current-anchor.tsx'
import { rowLinkProps } from '../ui/table/row-link-props.ts'
import { ForbiddenPage } from './forbidden-page.tsx'
import { createInPlaceNavigation, createNextPageNavigation, usePreviousListPage } from './list-navigation.tsx'

const route = getRouteApi('/inside/$env/drift')

/** Links discrepancies to their transactions. */
export function ReconciliationRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = usePreviousListPage()
  const mayOpen = useMay('transaction.read')
  const mayCover = useMay('records.read')
  const seesEvery = useMay('reconciliation.every')
  const transactionLink = useCallback<DiscrepancyTransactionLink>(
    (transaction, children, isInRow) =>
      mayOpen ? (
        <Link to="/$env/t/$transaction" params={{ env, transaction }} {...(isInRow ? rowLinkProps : {})}>
          {children}
        </Link>
      ) : (
        children
      ),
    [env, mayOpen],
  )
  if (!useMay('reconciliation.read'))
    return <ForbiddenPage to="reconciliation" environment={environment.label} />
  return (
    <ReconciliationPage
      key={env}
      env={env}
      environmentLabel={environment.label}
      address={address}
      seesEvery={seesEvery}
      coverage={mayCover ? <CoverageLine env={env} /> : null}
      links={
        <Link to="/$env/drift-sheet" params={{ env }}>
          Day sheet
        </Link>
      }
      onChange={(next) => navigate(createInPlaceNavigation(next, next.after === undefined))}
      onNext={(after) => navigate(createNextPageNavigation({ ...address, after, open: undefined }))}
      onBack={onBack}
      onSheet={() => void navigate({ to: '/$env/drift-sheet', params: { env } })}
      transactionLink={transactionLink}
      filterLink={(filter, isCurrent, children) => (
        <ReconciliationLink to="/$env/drift" params={{ env }} search={filter} isCurrent={isCurrent}>
          {children}
        </ReconciliationLink>
      )}
    />
  )
}

const ReconciliationLink = createLink(CurrentAnchor)
