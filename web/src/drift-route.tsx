import { createLink, getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useCallback } from 'react'
import type { TransactionLink } from './drift/drift-columns.tsx'
import { DriftPage } from './drift/drift-page.tsx'
import { CoverageLine } from './overview/coverage-line.tsx'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'

const route = getRouteApi('/inside/$env/drift')

/** What does not fit together, with the transactions that it is about. */
export function DriftRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const cameByNext = useLocation({ select: ({ state }) => state.cameByNext === true })
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
      onChange={(next) =>
        navigate({
          search: next,
          replace: true,
          resetScroll: false,
          ...(next.after === undefined ? {} : { state: true as const }),
        })
      }
      onNext={(after) =>
        navigate({ search: { ...address, after, open: undefined }, state: { cameByNext: true } })
      }
      onBack={cameByNext ? () => history.back() : null}
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

interface FilterAnchorProps extends ComponentProps<'a'> {
  readonly isCurrent: boolean
}

/** All filters are one page to the router; which of them is shown is known by the address alone. */
function FilterAnchor({ isCurrent, children, ...rest }: FilterAnchorProps): ReactNode {
  return (
    <a {...rest} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}
const FilterLink = createLink(FilterAnchor)

/** A link in a row: Tab passes it by, because the row has keys of its own, and a press is not one on the row. */
const inRow = {
  tabIndex: -1,
  onClick: (event: MouseEvent) => event.stopPropagation(),
} as const
