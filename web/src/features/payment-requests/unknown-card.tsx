import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { WaitingLine } from '../../ui/page/waiting-line.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { requestQueries } from './queries.ts'

interface UnknownCardProps {
  readonly env: EnvironmentName
  readonly link: (words: ReactNode) => ReactNode
}

/** On the home page: payments of which nobody knows yet whether they were created. Where there are none, nothing. */
export function UnknownCard({ env, link }: UnknownCardProps): ReactNode {
  const { data, error } = useInfiniteQuery(requestQueries(useClient()).pages(env, { show: 'unknown' }))
  const unknown = data?.pages[0]?.unknown ?? 0
  if (data === undefined && error)
    return <ProblemNote error={error} missing="Payments not known yet: not read" />
  if (unknown === 0) return null
  return (
    <WaitingLine
      says={`${countOf(unknown, 'payment')} of which it is not known yet whether ${unknown === 1 ? 'it was' : 'they were'} created`}
    >
      {link('Look at them before another one is made')}
    </WaitingLine>
  )
}
