import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback, useMemo } from 'react'
import { filterOf } from '../features/review/address.ts'
import type { ItemLink } from '../features/review/queue/queue-columns.tsx'
import type { FilterLink } from '../features/review/queue/queue-figures.tsx'
import { QueuePage } from '../features/review/queue/queue-page.tsx'
import { queueViews } from '../features/review/queue/queue-views.ts'
import { ReviewViews } from '../features/saved-views/view-bar.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CoverageLine } from '../features/transaction-list/coverage-line.tsx'
import { CurrentAnchor } from '../ui/page/current-anchor.tsx'
import { inRow } from '../ui/table/row-link.ts'
import { PageClosed } from './page-closed.tsx'
import { stayWith, stepTo, useStepBack } from './page-steps.tsx'

const route = getRouteApi('/inside/$env/review')

/** The queue of transactions in review with the items that it leads to. */
export function ReviewRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = useStepBack()
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
  const filterLink: FilterLink = (filter, isCurrent, children) => (
    <QueueLink to="/$env/review" params={{ env }} search={filter} isCurrent={isCurrent}>
      {children}
    </QueueLink>
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
      onChange={(next) => navigate(stayWith(next, next.after === undefined))}
      onNext={(after) => navigate(stepTo({ ...address, after, at: undefined }))}
      onBack={onBack}
      onOpen={async (at) => {
        // Back from there shows this very row again.
        await navigate({ search: { ...address, at }, replace: true, state: true, resetScroll: false })
        await navigate({ to: '/$env/review/$transaction', params: { env, transaction: at }, search })
      }}
      itemLink={itemLink}
      filterLink={filterLink}
      views={<ReviewViews env={env} filter={filterOf(address)} builtIn={queueViews} link={filterLink} />}
    />
  )
}

const QueueLink = createLink(CurrentAnchor)
