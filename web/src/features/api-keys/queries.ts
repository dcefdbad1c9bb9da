import type { ApiKeyId, ApiKeyInput } from '@paydesk/shared/administration/api-keys'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

const listKey = (env: EnvironmentName) => ['systems', env, 'list'] as const

export function apiKeyQueries(client: ApiClient, env: EnvironmentName) {
  return {
    list: queryOptions({
      queryKey: listKey(env),
      queryFn: ({ signal }) => client.call(endpoints.listApiKeys, { params: { env }, signal }),
      meta: { changedBy: ({ kind, environment }) => kind === 'api_key' && environment === env },
    }),
    /** Creates a key. The response holds the key in clear, so nothing caches it and the caller resets it. */
    make: mutationOptions({
      mutationKey: ['systems', env, 'make'],
      mutationFn: (body: ApiKeyInput) => client.call(endpoints.createApiKey, { params: { env }, body }),
      gcTime: 0,
    }),
    revoke: mutationOptions({
      mutationKey: ['systems', env, 'revoke'],
      mutationFn: (apiKey: ApiKeyId) => client.call(endpoints.revokeApiKey, { params: { env, apiKey } }),
    }),
  }
}

export function refreshApiKeys(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey(env) })
}
