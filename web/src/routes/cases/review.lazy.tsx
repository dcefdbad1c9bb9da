import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ReviewQueuePage } from '../../features/review/queue/queue-page.tsx'
import { createReviewQueueViews } from '../../features/review/queue/queue-views.ts'
import { readReviewFilter } from '../../features/review/search-params.ts'
import { ReviewQueueViewBar } from '../../features/saved-views/view-bar.tsx'
import { RecordsCoverageLine } from '../../features/transaction-list/records-coverage-line.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'

const route = getRouteApi('/inside/$env/review')

export function ReviewRoute(): ReactNode {
  const texts = useMessages('review')
  const filter = readReviewFilter(route.useSearch())
  const isDefaultViewMissed = route.useRouteContext({ select: (context) => context.isDefaultViewMissed })
  return (
    <ReviewQueuePage
      coverage={<RecordsCoverageLine />}
      views={
        <ReviewQueueViewBar
          filter={filter}
          builtIn={createReviewQueueViews(texts)}
          isDefaultViewMissed={isDefaultViewMissed}
        />
      }
    />
  )
}
