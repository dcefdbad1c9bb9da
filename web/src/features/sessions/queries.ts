import type { EndSessionRequest, SessionHandle } from '@paydesk/shared/administration/sessions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export const sessionsKey = ['people'] as const

/** Queries and mutations of the user's own sessions and of all sessions. */
export function sessionListQueries(client: ApiClient) {
  return {
    own: () =>
      queryOptions({
        queryKey: [...sessionsKey, 'own'],
        queryFn: ({ signal }) => client.call(endpoints.listOwnSessions, { signal }),
        meta: { changedBy: ({ kind }) => kind === 'session' },
      }),
    every: () =>
      queryOptions({
        queryKey: [...sessionsKey, 'every'],
        queryFn: ({ signal }) => client.call(endpoints.listAllSessions, { signal }),
        meta: { changedBy: ({ kind }) => kind === 'session' },
      }),
    endOwn: () =>
      mutationOptions({
        mutationKey: [...sessionsKey, 'end-own'],
        mutationFn: (session: SessionHandle) => client.call(endpoints.endOwnSession, { params: { session } }),
      }),
    endOthers: () =>
      mutationOptions({
        mutationKey: [...sessionsKey, 'end-others'],
        mutationFn: () => client.call(endpoints.endOtherSessions, {}),
      }),
    end: () =>
      mutationOptions({
        mutationKey: [...sessionsKey, 'end'],
        mutationFn: ({ session, ...body }: EndSessionRequest & { readonly session: SessionHandle }) =>
          client.call(endpoints.endSession, { params: { session }, body }),
      }),
  }
}

/** Invalidates all session lists; those on screen refetch. */
export function refreshSessions(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sessionsKey })
}
