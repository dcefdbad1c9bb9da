import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { QueryClient } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether this change concerns what was read (`data`, undefined where nothing was): it is read again. */
      readonly changedBy?: (event: LiveEvent, data: unknown) => boolean
    }
  }
}

/**
 * Reads are recorded acts: nothing is read again behind the person's back, and nothing read stays
 * in memory much longer than it is on screen. The server repeats what may be repeated.
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
