import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { exportRequestQueries } from '../../ui/exports/queries.ts'

interface WaitingExportRequestCountProps {
  readonly env: EnvironmentName
  readonly enabled: boolean
  readonly children: (count: number | undefined) => ReactNode
}

/** Counts the export requests that wait for the user, for a badge in the rail: read in the background. */
export function WaitingExportRequestCount({
  env,
  enabled,
  children,
}: WaitingExportRequestCountProps): ReactNode {
  const client = useApiClient()
  const options = exportRequestQueries(client, env).list()
  const { data } = useQuery({
    ...options,
    queryFn(context) {
      const { queryFn } = options
      if (queryFn === undefined) throw new Error('a query without a function')
      return client.runInBackground(() => queryFn(context))
    },
    enabled,
  })
  return children(data?.waiting)
}
