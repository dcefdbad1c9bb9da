import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/client.ts'

export function sightQueries(client: Client) {
  return {
    view: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['sight', env, 'view'],
        queryFn: ({ signal }) => client.call(endpoints.showSight, { params: { env }, signal }),
      }),
    proof: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['sight', env, 'proof'],
        queryFn: ({ signal }) => client.call(endpoints.showMaskingProof, { params: { env }, signal }),
      }),
  }
}
