import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { decisionQueries, reviewQueries, unreadMentionsFilter } from './queries.ts'

interface ReviewHomeProps {
  readonly env: EnvironmentName
}

/** Home page card with the decisions waiting for the user's approval; empty if there are none. */
export function PendingApprovalsCard({ env }: ReviewHomeProps): ReactNode {
  const texts = useMessages('reviewHome')
  const format = useFormat()
  const { data } = useQuery(decisionQueries(useApiClient()).list(env, { show: 'second' }))
  if (!data || data.count === 0) return null
  return (
    <PendingWorkLine
      says={
        data.more
          ? format.text(texts.moreApprovals, { count: data.count })
          : format.text(texts.approvals, { count: data.count })
      }
    >
      <Link to="/$env/decisions" params={{ env }}>
        {texts.openApprovals}
      </Link>
      <span aria-hidden>
        <Kbd keys="g d" />
      </span>
    </PendingWorkLine>
  )
}

/** Home page card: a colleague mentioned the user in a note. Empty if nobody did. */
export function MentionsCard({ env }: ReviewHomeProps): ReactNode {
  const texts = useMessages('reviewHome')
  const format = useFormat()
  const { data } = useQuery(reviewQueries(useApiClient()).page(env, unreadMentionsFilter))
  if (!data || data.figures.mentions === 0) return null
  return (
    <PendingWorkLine says={format.text(texts.mentions, { count: data.figures.mentions })}>
      <Link to="/$env/review" params={{ env }} search={unreadMentionsFilter}>
        {texts.openMentions}
      </Link>
    </PendingWorkLine>
  )
}

/** Home page summary of the review queue: waiting, overdue and claimed cases. */
export function ReviewQueueSummary({ env }: ReviewHomeProps): ReactNode {
  const texts = useMessages('reviewHome')
  const format = useFormat()
  const mayWork = useMay('review.work')
  const { data, isError } = useQuery(reviewQueries(useApiClient()).page(env, unreadMentionsFilter))
  const queue = { to: '/$env/review', params: { env } } as const
  const name = <Link {...queue}>{texts.title}</Link>
  if (!data) return <HomeSummaryPlaceholder name={name} keys="g r" isMissing={isError} />
  const { cases: items, mine, sla, snoozed } = data.figures
  const cases = format.text(texts.cases, { count: items })
  const assigned = format.text(texts.mine, { count: mine })
  const facts = [
    snoozed > 0 ? format.text(texts.casesAndSnoozed, { cases, snoozed }) : cases,
    ...(sla.overdue > 0
      ? [
          <Link key="over" {...queue} search={{ sla: 'overdue', snoozed: '1' }}>
            {format.text(texts.overdue, { count: sla.overdue })}
          </Link>,
        ]
      : []),
    ...(mayWork && mine === 0 ? [assigned] : []),
    ...(mayWork && mine > 0
      ? [
          <Link key="mine" {...queue} search={{ claim: 'me', snoozed: '1' }}>
            {assigned}
          </Link>,
        ]
      : []),
  ]
  return <HomeSummaryRow name={name} keys="g r" facts={facts} />
}
