import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/client.ts'

export function healthQueries(client: Client) {
  return {
    view: () =>
      queryOptions({
        queryKey: ['health'],
        queryFn: ({ signal }) => client.call(endpoints.showHealth, { signal }),
      }),
  }
}
