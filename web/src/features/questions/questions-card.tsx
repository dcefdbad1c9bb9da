import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { questionQueries } from './queries.ts'

interface QuestionsCardProps {
  readonly env: EnvironmentName
}

/** Home page card with the counts of waiting questions and new answers; empty if there are none. */
export function QuestionsCard({ env }: QuestionsCardProps): ReactNode {
  const { data } = useQuery(questionQueries(useApiClient()).list(env, 'open'))
  if (!data || data.waiting + data.came === 0) return null
  const { waiting, came } = data
  const words = [
    ...(waiting === 0
      ? []
      : [`${formatCountOf(waiting, 'question')} ${waiting === 1 ? 'waits' : 'wait'} for you`]),
    ...(came === 0 ? [] : [`${formatCountOf(came, 'answer')} came`]),
  ]
  return (
    <PendingWorkLine says={words.join(', ')}>
      <Link to="/$env/handovers" params={{ env }}>
        Look at the questions
      </Link>
    </PendingWorkLine>
  )
}
