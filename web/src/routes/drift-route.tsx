import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { TransactionLink } from '../features/reconciliation/drift-columns.tsx'
import { DriftPage } from '../features/reconciliation/drift-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CoverageLine } from '../features/transaction-list/coverage-line.tsx'
import { CurrentAnchor } from '../ui/page/current-anchor.tsx'
import { inRow } from '../ui/table/row-link.ts'
import { PageClosed } from './page-closed.tsx'
import { stayWith, stepTo, useStepBack } from './page-steps.tsx'

const route = getRouteApi('/inside/$env/drift')

/** What does not fit together, with the transactions that it is about. */
export function DriftRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = useStepBack()
  const mayOpen = useMay('transaction.read')
  const mayCover = useMay('index.read')
  const seesEvery = useMay('drift.every')
  const transactionLink = useCallback<TransactionLink>(
    (transaction, children, isInRow) =>
      mayOpen ? (
        <Link to="/$env/t/$transaction" params={{ env, transaction }} {...(isInRow ? inRow : {})}>
          {children}
        </Link>
      ) : (
        children
      ),
    [env, mayOpen],
  )
  if (!useMay('drift.read')) return <PageClosed to="reconciliation" environment={environment.label} />
  return (
    <DriftPage
      key={env}
      env={env}
      place={environment.label}
      address={address}
      seesEvery={seesEvery}
      coverage={mayCover ? <CoverageLine env={env} /> : null}
      links={
        <Link to="/$env/drift-sheet" params={{ env }}>
          Day sheet
        </Link>
      }
      onChange={(next) => navigate(stayWith(next, next.after === undefined))}
      onNext={(after) => navigate(stepTo({ ...address, after, open: undefined }))}
      onBack={onBack}
      onSheet={() => void navigate({ to: '/$env/drift-sheet', params: { env } })}
      transactionLink={transactionLink}
      filterLink={(filter, isCurrent, children) => (
        <FilterLink to="/$env/drift" params={{ env }} search={filter} isCurrent={isCurrent}>
          {children}
        </FilterLink>
      )}
    />
  )
}

const FilterLink = createLink(CurrentAnchor)
