import type { CaseFilter } from '@paydesk/shared/cases/review-cases'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../../ui/page/home-summary.tsx'
import { formatCount, formatCountOf } from '../../../ui/text/format-count.ts'
import { reviewQueries } from '../queries.ts'
import { unreadMentionsFilter } from '../search-params.ts'

interface ReviewQueueSummaryProps {
  readonly env: EnvironmentName
  readonly mayWork: boolean
  /** Renders a link to the queue with this filter. */
  readonly link: (filter: CaseFilter, words: ReactNode) => ReactNode
}

/** Home page summary of the review queue: waiting, overdue and claimed cases. */
export function ReviewQueueSummary({ env, mayWork, link }: ReviewQueueSummaryProps): ReactNode {
  const { data, isError } = useQuery(reviewQueries(useApiClient()).page(env, unreadMentionsFilter))
  const name = link({}, 'Review')
  if (!data) return <HomeSummaryPlaceholder name={name} keys="g r" isMissing={isError} />
  const { items, mine, level, snoozed } = data.figures
  const facts = [
    `${formatCountOf(items, 'item')}${snoozed > 0 ? `, ${formatCount(snoozed)} of them put off` : ''}`,
    ...(level.over > 0
      ? [link({ level: 'over', snoozed: '1' }, `${formatCount(level.over)} over the agreed time`)]
      : []),
    ...(mayWork
      ? [mine === 0 ? 'none is yours' : link({ owner: 'me', snoozed: '1' }, `${formatCount(mine)} yours`)]
      : []),
  ]
  return <HomeSummaryRow name={name} keys="g r" facts={facts} />
}
