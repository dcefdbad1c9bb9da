import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReviewFilter } from '@paydesk/shared/work/review'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { AtHandRow, AtHandWaiting } from '../../../ui/page/home-summary.tsx'
import { counted, countOf } from '../../../ui/text/counted.ts'
import { mentioningMe } from '../address.ts'
import { reviewQueries } from '../queries.ts'

interface ReviewAtHandProps {
  readonly env: EnvironmentName
  readonly mayWork: boolean
  /** A link to the queue behind this filter. */
  readonly link: (filter: ReviewFilter, words: ReactNode) => ReactNode
}

/** On the home page: how much waits in review, of it what is late and what this person has taken. */
export function ReviewAtHand({ env, mayWork, link }: ReviewAtHandProps): ReactNode {
  const { data, isError } = useQuery(reviewQueries(useClient()).page(env, mentioningMe))
  const name = link({}, 'Review')
  if (!data) return <AtHandWaiting name={name} keys="g r" isMissing={isError} />
  const { items, mine, level, snoozed } = data.figures
  const facts = [
    `${countOf(items, 'item')}${snoozed > 0 ? `, ${counted(snoozed)} of them put off` : ''}`,
    ...(level.over > 0
      ? [link({ level: 'over', snoozed: '1' }, `${counted(level.over)} over the agreed time`)]
      : []),
    ...(mayWork
      ? [mine === 0 ? 'none is yours' : link({ owner: 'me', snoozed: '1' }, `${counted(mine)} yours`)]
      : []),
  ]
  return <AtHandRow name={name} keys="g r" facts={facts} />
}
