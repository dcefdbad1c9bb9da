import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { paymentRequestQueries } from './queries.ts'

interface UnresolvedPaymentRequestsCardProps {
  readonly env: EnvironmentName
}

/** Counts on the home page the payments whose creation is still unknown; renders nothing without any. */
export function UnresolvedPaymentRequestsCard({ env }: UnresolvedPaymentRequestsCardProps): ReactNode {
  const { data, error } = useInfiniteQuery(
    paymentRequestQueries(useApiClient()).pages(env, { show: 'unknown' }),
  )
  const count = data?.pages[0]?.unknown ?? 0
  const failure = data === undefined ? error : null
  if (count === 0 && failure === null) return null
  return (
    // Its texts come later than the other cards, which stay on screen meanwhile.
    <Suspense>
      <UnresolvedCount env={env} count={count} error={failure} />
    </Suspense>
  )
}

interface UnresolvedCountProps extends UnresolvedPaymentRequestsCardProps {
  readonly count: number
  readonly error: unknown
}

function UnresolvedCount({ env, count, error }: UnresolvedCountProps): ReactNode {
  const texts = useMessages('paymentRequests').unresolved
  const format = useFormatter()
  if (error !== null) return <ProblemNote error={error} missing={texts.notLoaded} />
  return (
    <PendingWorkLine message={format.text(texts.count, { count })}>
      <Link to="/$env/payment-requests" params={{ env }} search={{ show: 'unknown' }}>
        {texts.view}
      </Link>
    </PendingWorkLine>
  )
}
