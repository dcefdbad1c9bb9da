import type { UnusualAccessAlertId } from '@paydesk/shared/compliance/reveals'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

/** Queries for alerts only: a revealed value never enters a cache. */
export function revealQueries(client: ApiClient) {
  return {
    alerts: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['reveals', env, 'alerts'],
        queryFn: ({ signal }) => client.call(endpoints.listUnusualAccessAlerts, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'reveal_alert' && environment === env },
      }),
    acknowledge: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['reveals', env, 'acknowledge'],
        mutationFn: (alert: UnusualAccessAlertId) =>
          client.call(endpoints.acknowledgeUnusualAccessAlert, { params: { env, alert } }),
      }),
  }
}
