import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export function fieldPermissionQueries(client: ApiClient) {
  return {
    view: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['sight', env, 'view'],
        queryFn: ({ signal }) => client.call(endpoints.showFieldPermissions, { params: { env }, signal }),
      }),
    proof: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['sight', env, 'proof'],
        queryFn: ({ signal }) => client.call(endpoints.showMaskingProof, { params: { env }, signal }),
      }),
  }
}
