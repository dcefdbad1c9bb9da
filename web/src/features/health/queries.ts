import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export function healthQueries(client: ApiClient) {
  return {
    view: () =>
      queryOptions({
        queryKey: ['health'],
        queryFn: ({ signal }) => client.call(endpoints.showHealth, { signal }),
      }),
    /** Figures of the last 24 hours, for people who see the details. */
    lastDay: () =>
      queryOptions({
        queryKey: ['health', 'last-day'],
        queryFn: ({ signal }) => client.call(endpoints.showHealthLastDay, { signal }),
        staleTime: 30_000,
        // A sync runs every few minutes: often enough for quarters of an hour.
        meta: { changedBy: ({ kind }) => kind === 'sync' },
      }),
  }
}
