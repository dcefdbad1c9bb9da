import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export function undocumentedValueQueries(client: ApiClient) {
  return {
    unknownValues: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['undocumented_value', env, 'unknown-values'],
        queryFn: ({ signal }) => client.call(endpoints.listUndocumentedValues, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'undocumented_value' && environment === env },
      }),
  }
}
