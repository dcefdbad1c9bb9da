import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { exportRequestQueries } from '../../ui/exports/queries.ts'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'

interface ExportRequestsCardProps {
  readonly env: EnvironmentName
}

/** Home page card with the exports of many rows that wait for the user's approval; empty if there are none. */
export function ExportRequestsCard({ env }: ExportRequestsCardProps): ReactNode {
  const { data } = useQuery(exportRequestQueries(useApiClient(), env).list())
  if (!data || data.waiting === 0) return null
  return (
    // The texts come later than the other cards, which stay on screen meanwhile.
    <Suspense>
      <PendingExports env={env} count={data.waiting} />
    </Suspense>
  )
}

function PendingExports({ env, count }: ExportRequestsCardProps & { readonly count: number }): ReactNode {
  const { home: texts } = useMessages('exportRequests')
  return (
    <PendingWorkLine message={useFormatter().text(texts.waiting, { count })}>
      <Link to="/$env/export-requests" params={{ env }}>
        {texts.review}
      </Link>
    </PendingWorkLine>
  )
}
