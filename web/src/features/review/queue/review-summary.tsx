import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMay } from '../../../lib/session-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../../ui/page/home-summary.tsx'
import { formatCount, formatCountOf } from '../../../ui/text/format-count.ts'
import { reviewQueries } from '../queries.ts'
import { unreadMentionsFilter } from '../search-params.ts'

interface ReviewQueueSummaryProps {
  readonly env: EnvironmentName
}

/** Home page summary of the review queue: waiting, overdue and claimed cases. */
export function ReviewQueueSummary({ env }: ReviewQueueSummaryProps): ReactNode {
  const mayWork = useMay('review.work')
  const { data, isError } = useQuery(reviewQueries(useApiClient()).page(env, unreadMentionsFilter))
  const queue = { to: '/$env/review', params: { env } } as const
  const name = <Link {...queue}>Review</Link>
  if (!data) return <HomeSummaryPlaceholder name={name} keys="g r" isMissing={isError} />
  const { items, mine, level, snoozed } = data.figures
  const facts = [
    `${formatCountOf(items, 'item')}${snoozed > 0 ? `, ${formatCount(snoozed)} of them put off` : ''}`,
    ...(level.over > 0
      ? [
          <Link key="over" {...queue} search={{ level: 'over', snoozed: '1' }}>
            {formatCount(level.over)} over the agreed time
          </Link>,
        ]
      : []),
    ...(mayWork && mine === 0 ? ['none is yours'] : []),
    ...(mayWork && mine > 0
      ? [
          <Link key="mine" {...queue} search={{ owner: 'me', snoozed: '1' }}>
            {formatCount(mine)} yours
          </Link>,
        ]
      : []),
  ]
  return <HomeSummaryRow name={name} keys="g r" facts={facts} />
}
