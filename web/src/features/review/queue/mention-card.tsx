import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { WaitingLine } from '../../../ui/page/waiting-line.tsx'
import { countOf } from '../../../ui/text/counted.ts'
import { mentioningMe } from '../address.ts'
import { reviewQueries } from '../queries.ts'

interface MentionCardProps {
  readonly env: EnvironmentName
  readonly link: (children: ReactNode) => ReactNode
}

/** On the home page: that a colleague named this person beside an item. Where nobody did, nothing. */
export function MentionCard({ env, link }: MentionCardProps): ReactNode {
  const { data } = useQuery(reviewQueries(useClient()).page(env, mentioningMe))
  if (!data || data.figures.mentions === 0) return null
  const { mentions } = data.figures
  return (
    <WaitingLine says={`${countOf(mentions, 'item')} ${mentions === 1 ? 'has' : 'have'} a note for you`}>
      {link(mentions === 1 ? 'Look at it' : 'Look at them')}
    </WaitingLine>
  )
}
