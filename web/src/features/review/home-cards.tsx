import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { decisionQueries, reviewQueries } from './queries.ts'
import { unreadMentionsFilter } from './search-params.ts'

interface ReviewHomeProps {
  readonly env: EnvironmentName
}

/** Home page card with the decisions waiting for the user's approval; empty if there are none. */
export function PendingApprovalsCard({ env }: ReviewHomeProps): ReactNode {
  const { data } = useQuery(decisionQueries(useApiClient()).list(env, { show: 'second' }))
  if (!data || data.count === 0) return null
  return (
    <PendingWorkLine
      says={`${data.more ? 'more than ' : ''}${formatCountOf(data.count, 'decision')} ${data.count === 1 ? 'waits' : 'wait'} for your second look`}
    >
      <Link to="/$env/decisions" params={{ env }}>
        Look at it
      </Link>
      <span aria-hidden>
        <Kbd keys="g d" />
      </span>
    </PendingWorkLine>
  )
}

/** Home page card: a colleague mentioned the user in a note. Empty if nobody did. */
export function MentionsCard({ env }: ReviewHomeProps): ReactNode {
  const { data } = useQuery(reviewQueries(useApiClient()).page(env, unreadMentionsFilter))
  if (!data || data.figures.mentions === 0) return null
  const { mentions } = data.figures
  return (
    <PendingWorkLine
      says={`${formatCountOf(mentions, 'item')} ${mentions === 1 ? 'has' : 'have'} a note for you`}
    >
      <Link to="/$env/review" params={{ env }} search={unreadMentionsFilter}>
        {mentions === 1 ? 'Look at it' : 'Look at them'}
      </Link>
    </PendingWorkLine>
  )
}

/** Home page summary of the review queue: waiting, overdue and claimed cases. */
export function ReviewQueueSummary({ env }: ReviewHomeProps): ReactNode {
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
