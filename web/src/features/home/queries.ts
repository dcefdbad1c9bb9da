import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

/** Kinds of live changes that make the figures of the home page stale. */
const countedKinds: ReadonlySet<LiveEvent['kind']> = new Set([
  'transaction',
  'review',
  'decision',
  'question',
  'discrepancy',
  'payment_request',
  'download',
])

export function homeQueries(client: ApiClient) {
  return {
    figures: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['home', env, 'figures'],
        queryFn: ({ signal }) => client.call(endpoints.showHomeFigures, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => environment === env && countedKinds.has(kind) },
      }),
  }
}
