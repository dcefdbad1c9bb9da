import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/client.ts'

export function registerQueries(client: Client) {
  return {
    unknownValues: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['register', env, 'unknown-values'],
        queryFn: ({ signal }) => client.call(endpoints.listUnknownValues, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'register' && environment === env },
      }),
  }
}
