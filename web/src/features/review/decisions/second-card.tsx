import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { WaitingLine } from '../../../ui/page/waiting-line.tsx'
import { countOf } from '../../../ui/text/counted.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { decisionQueries } from '../queries.ts'

interface SecondCardProps {
  readonly env: EnvironmentName
  readonly link: (children: ReactNode) => ReactNode
}

/** On the home page: that somebody waits for this person's second look. Where nobody does, nothing. */
export function SecondCard({ env, link }: SecondCardProps): ReactNode {
  const { data } = useQuery(decisionQueries(useClient()).list(env, { show: 'second' }))
  if (!data || data.count === 0) return null
  return (
    <WaitingLine
      says={`${data.more ? 'more than ' : ''}${countOf(data.count, 'decision')} ${data.count === 1 ? 'waits' : 'wait'} for your second look`}
    >
      {link('Look at it')}
      <span aria-hidden>
        <Kbd keys="g d" />
      </span>
    </WaitingLine>
  )
}
