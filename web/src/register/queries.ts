import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName } from '@paydesk/shared/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/client.ts'

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
