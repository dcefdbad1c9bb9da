import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
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
