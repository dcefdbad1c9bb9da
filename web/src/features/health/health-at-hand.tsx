import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AtHandRow, AtHandWaiting } from '../../ui/page/home-summary.tsx'
import { StatusMark } from './check-list.tsx'
import { healthQueries } from './queries.ts'

interface HealthAtHandProps {
  /** The way to the page. */
  readonly link: (words: ReactNode) => ReactNode
}

/** On the home page: whether anything keeps staff from working, before a customer is on the phone. */
export function HealthAtHand({ link }: HealthAtHandProps): ReactNode {
  const { data, error } = useQuery(healthQueries(useClient()).view())
  const row = { name: link('Health'), keys: 'g e' }
  if (data === undefined) return <AtHandWaiting {...row} isMissing={error !== null} />
  const { status, says } = data.line
  return (
    <AtHandRow
      {...row}
      facts={[
        <span key="line">
          <StatusMark status={status} /> {says}
        </span>,
      ]}
    />
  )
}
