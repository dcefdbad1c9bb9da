import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { PendingWorkLine } from '../../../ui/page/pending-work-line.tsx'
import { formatCountOf } from '../../../ui/text/format-count.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { decisionQueries } from '../queries.ts'

interface PendingApprovalsCardProps {
  readonly env: EnvironmentName
}

/** Home page card with the decisions waiting for the user's approval; empty if there are none. */
export function PendingApprovalsCard({ env }: PendingApprovalsCardProps): ReactNode {
  const { data } = useQuery(decisionQueries(useApiClient()).list(env, { show: 'second' }))
  if (!data || data.count === 0) return null
  return (
    <PendingWorkLine
      says={`${data.more ? 'more than ' : ''}${formatCountOf(data.count, 'decision')} ${data.count === 1 ? 'waits' : 'wait'} for your second look`}
    >
      <Link to="/$env/decisions" params={{ env }}>
        Look at it
      </Link>
      <span aria-hidden>
        <Kbd keys="g d" />
      </span>
    </PendingWorkLine>
  )
}
