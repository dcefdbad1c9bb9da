import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback, useMemo } from 'react'
import type { ReviewCaseLink } from '../features/review/queue/queue-columns.tsx'
import type { QueueFilterLink } from '../features/review/queue/queue-figures.tsx'
import { QueuePage } from '../features/review/queue/queue-page.tsx'
import { builtInQueueViews } from '../features/review/queue/queue-views.ts'
import { readReviewFilter } from '../features/review/search-params.ts'
import { ReviewViewBar } from '../features/saved-views/view-bar.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CoverageLine } from '../features/transaction-list/coverage-line.tsx'
import { CurrentAnchor } from '../ui/page/current-anchor.tsx'
import { rowLinkProps } from '../ui/table/row-link-props.ts'
import { ForbiddenPage } from './forbidden-page.tsx'
import { createInPlaceNavigation, createNextPageNavigation, usePreviousListPage } from './list-navigation.tsx'

const route = getRouteApi('/inside/$env/review')

/** Connects the review queue with its cases. */
export function ReviewRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const onBack = usePreviousListPage()
  const mayWork = useMay('review.work')
  const mayCover = useMay('records.read')
  const search = useMemo(() => ({ ...address, at: undefined }), [address])
  const itemLink = useCallback<ReviewCaseLink>(
    (transaction, children) => (
      <Link to="/$env/review/$transaction" params={{ env, transaction }} search={search} {...rowLinkProps}>
        {children}
      </Link>
    ),
    [env, search],
  )
  const filterLink: QueueFilterLink = (filter, isCurrent, children) => (
    <QueueLink to="/$env/review" params={{ env }} search={filter} isCurrent={isCurrent}>
      {children}
    </QueueLink>
  )
  if (!useMay('review.read')) return <ForbiddenPage to="the review queue" environment={environment.label} />
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
      onChange={(next) => navigate(createInPlaceNavigation(next, next.after === undefined))}
      onNext={(after) => navigate(createNextPageNavigation({ ...address, after, at: undefined }))}
      onBack={onBack}
      onOpen={async (at) => {
        // Remember the row in the current history entry: going back shows that row again.
        await navigate({ search: { ...address, at }, replace: true, state: true, resetScroll: false })
        await navigate({ to: '/$env/review/$transaction', params: { env, transaction: at }, search })
      }}
      itemLink={itemLink}
      filterLink={filterLink}
      views={
        <ReviewViewBar
          env={env}
          filter={readReviewFilter(address)}
          builtIn={builtInQueueViews}
          link={filterLink}
        />
      }
    />
  )
}

const QueueLink = createLink(CurrentAnchor)
