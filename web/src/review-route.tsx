import { createLink, getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useCallback, useMemo } from 'react'
import { CoverageLine } from './overview/coverage-line.tsx'
import { PageClosed } from './page-closed.tsx'
import type { ItemLink } from './review/queue-columns.tsx'
import { QueuePage } from './review/queue-page.tsx'
import { useMay } from './session/session-context.tsx'

const route = getRouteApi('/inside/$env/review')

/** The queue of transactions in review with the items that it leads to. */
export function ReviewRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const cameByNext = useLocation({ select: ({ state }) => state.cameByNext === true })
  const mayWork = useMay('review.work')
  const mayCover = useMay('index.read')
  const search = useMemo(() => ({ ...address, at: undefined }), [address])
  const itemLink = useCallback<ItemLink>(
    (transaction, children) => (
      <Link to="/$env/review/$transaction" params={{ env, transaction }} search={search} {...inRow}>
        {children}
      </Link>
    ),
    [env, search],
  )
  if (!useMay('review.read')) return <PageClosed to="the review queue" environment={environment.label} />
  return (
    <QueuePage
      key={env}
      env={env}
      environment={environment}
      address={address}
      mayWork={mayWork}
      coverage={mayCover ? <CoverageLine env={env} /> : null}
      links={
        <>
          <Link to="/$env/decisions" params={{ env }}>
            Decisions
          </Link>
          <Link to="/$env/review-figures" params={{ env }}>
            Figures
          </Link>
        </>
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
        navigate({ search: { ...address, after, at: undefined }, state: { cameByNext: true } })
      }
      onBack={cameByNext ? () => history.back() : null}
      onOpen={async (at) => {
        // Back from there shows this very row again.
        await navigate({ search: { ...address, at }, replace: true, state: true, resetScroll: false })
        await navigate({ to: '/$env/review/$transaction', params: { env, transaction: at }, search })
      }}
      itemLink={itemLink}
      filterLink={(filter, isCurrent, children) => (
        <FilterLink to="/$env/review" params={{ env }} search={filter} isCurrent={isCurrent}>
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
  onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
} as const
