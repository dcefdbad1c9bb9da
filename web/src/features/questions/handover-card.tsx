import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { WaitingLine } from '../../ui/page/waiting-line.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { handoverQueries } from './queries.ts'

interface HandoverCardProps {
  readonly env: EnvironmentName
  readonly link: (words: ReactNode) => ReactNode
}

/** On the home page: questions that wait for this person, and answers that came. Where there are none, nothing. */
export function HandoverCard({ env, link }: HandoverCardProps): ReactNode {
  const { data } = useQuery(handoverQueries(useClient()).list(env, 'open'))
  if (!data || data.waiting + data.came === 0) return null
  const { waiting, came } = data
  const words = [
    ...(waiting === 0 ? [] : [`${countOf(waiting, 'question')} ${waiting === 1 ? 'waits' : 'wait'} for you`]),
    ...(came === 0 ? [] : [`${countOf(came, 'answer')} came`]),
  ]
  return <WaitingLine says={words.join(', ')}>{link('Look at the questions')}</WaitingLine>
}
