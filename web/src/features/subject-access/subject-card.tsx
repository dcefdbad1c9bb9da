import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { WaitingLine } from '../../ui/page/waiting-line.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { subjectQueries } from './queries.ts'

interface SubjectCardProps {
  readonly env: EnvironmentName
  readonly link: (words: ReactNode) => ReactNode
}

/** On the home page: exports that wait for this person's yes or no. Where there are none, nothing. */
export function SubjectCard({ env, link }: SubjectCardProps): ReactNode {
  const { data } = useQuery(subjectQueries(useClient()).list(env))
  if (!data || data.waiting === 0) return null
  const says = `${countOf(data.waiting, 'customer export')} ${data.waiting === 1 ? 'waits' : 'wait'} for you`
  return <WaitingLine says={says}>{link('Look at the customer exports')}</WaitingLine>
}
