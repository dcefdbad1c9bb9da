import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { paymentRequestQueries } from './queries.ts'

interface UnresolvedRequestsCardProps {
  readonly env: EnvironmentName
}

/** Counts on the home page the payments whose creation is still unknown; renders nothing without any. */
export function UnresolvedRequestsCard({ env }: UnresolvedRequestsCardProps): ReactNode {
  const { data, error } = useInfiniteQuery(
    paymentRequestQueries(useApiClient()).pages(env, { show: 'unknown' }),
  )
  const unknown = data?.pages[0]?.unknown ?? 0
  if (data === undefined && error)
    return <ProblemNote error={error} missing="Payments not known yet: not read" />
  if (unknown === 0) return null
  return (
    <PendingWorkLine
      says={`${formatCountOf(unknown, 'payment')} of which it is not known yet whether ${unknown === 1 ? 'it was' : 'they were'} created`}
    >
      <Link to="/$env/requests" params={{ env }} search={{ show: 'unknown' }}>
        Look at them before another one is made
      </Link>
    </PendingWorkLine>
  )
}
