import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export function healthQueries(client: ApiClient) {
  return {
    view: () =>
      queryOptions({
        queryKey: ['health'],
        queryFn: ({ signal }) => client.call(endpoints.showHealth, { signal }),
      }),
  }
}
