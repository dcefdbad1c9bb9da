import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { QueryClient } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * Returns true if the event concerns the cached `data` (undefined before a read): refetch the query.
       */
      readonly changedBy?: (event: LiveEvent, data: unknown) => boolean
    }
  }
}

/**
 * Reads are audited: nothing is refetched without the user's knowledge, and data stays in memory little
 * longer than on screen. The server retries what may be retried.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
