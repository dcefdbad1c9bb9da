import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export function sessionQueries(client: ApiClient) {
  return {
    whoAmI: () =>
      queryOptions({
        queryKey: ['session'],
        queryFn: ({ signal }) => client.call(endpoints.showCurrentSession, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
      }),
    chooseRole: () =>
      mutationOptions({
        mutationKey: ['session', 'role'],
        mutationFn: (role: Role) => client.call(endpoints.chooseRole, { body: { role } }),
      }),
    signOut: () =>
      mutationOptions({
        mutationKey: ['session', 'end'],
        mutationFn: () => client.call(endpoints.signOut, {}),
      }),
  }
}

/**
 * Reads the session past the cache of queries and updates it there. Throws `ProblemError`, also after a 401: that
 * clears the cache, so that the fetch of a query would end in a cancellation without the problem.
 */
export async function fetchSession(client: ApiClient, queryClient: QueryClient): Promise<CurrentSession> {
  const session = await client.call(endpoints.showCurrentSession, {})
  queryClient.setQueryData(sessionQueries(client).whoAmI().queryKey, session)
  return session
}
