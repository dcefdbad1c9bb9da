import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { reviewQueries, unreadMentionsFilter } from './queries.ts'

interface ReviewHomeProps {
  readonly env: EnvironmentName
}

/** Home page card: a colleague mentioned the user in a note. Empty if nobody did. */
export function MentionsCard({ env }: ReviewHomeProps): ReactNode {
  const texts = useMessages('home')
  const format = useFormatter()
  const { data } = useQuery(reviewQueries(useApiClient()).page(env, unreadMentionsFilter))
  if (!data || data.figures.mentions === 0) return null
  return (
    <PendingWorkLine message={format.text(texts.mentions, { count: data.figures.mentions })}>
      <Link to="/$env/review" params={{ env }} search={unreadMentionsFilter}>
        {texts.openMentions}
      </Link>
    </PendingWorkLine>
  )
}
