import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { PendingWorkLine } from '../../../ui/page/pending-work-line.tsx'
import { formatCountOf } from '../../../ui/text/format-count.ts'
import { reviewQueries } from '../queries.ts'
import { unreadMentionsFilter } from '../search-params.ts'

interface MentionsCardProps {
  readonly env: EnvironmentName
}

/** Home page card: a colleague mentioned the user in a note. Empty if nobody did. */
export function MentionsCard({ env }: MentionsCardProps): ReactNode {
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
