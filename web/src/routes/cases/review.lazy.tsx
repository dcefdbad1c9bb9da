import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { QueuePage } from '../../features/review/queue/queue-page.tsx'
import { createQueueViews } from '../../features/review/queue/queue-views.ts'
import { readReviewFilter } from '../../features/review/search-params.ts'
import { ReviewViewBar } from '../../features/saved-views/view-bar.tsx'
import { CoverageLine } from '../../features/transaction-list/coverage-line.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'

const route = getRouteApi('/inside/$env/review')

export function ReviewRoute(): ReactNode {
  const texts = useMessages('review')
  const filter = readReviewFilter(route.useSearch())
  return (
    <QueuePage
      coverage={<CoverageLine />}
      views={<ReviewViewBar filter={filter} builtIn={createQueueViews(texts)} />}
    />
  )
}
