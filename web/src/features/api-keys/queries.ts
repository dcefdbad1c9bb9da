import type { SystemId, SystemInput } from '@paydesk/shared/administration/system'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/client.ts'

const listKey = (env: EnvironmentName) => ['systems', env, 'list'] as const

export function systemQueries(client: Client, env: EnvironmentName) {
  return {
    list: queryOptions({
      queryKey: listKey(env),
      queryFn: ({ signal }) => client.call(endpoints.listSystems, { params: { env }, signal }),
      meta: { changedBy: ({ kind, environment }) => kind === 'system' && environment === env },
    }),
    /** The answer holds the key in clear: whoever shows it forgets it, and nothing else keeps it. */
    make: mutationOptions({
      mutationKey: ['systems', env, 'make'],
      mutationFn: (body: SystemInput) => client.call(endpoints.makeSystem, { params: { env }, body }),
      gcTime: 0,
    }),
    revoke: mutationOptions({
      mutationKey: ['systems', env, 'revoke'],
      mutationFn: (system: SystemId) => client.call(endpoints.revokeSystem, { params: { env, system } }),
    }),
  }
}

export function readSystemsAgain(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey(env) })
}
