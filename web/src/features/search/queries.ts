import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { mutationOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export function searchQueries(client: ApiClient) {
  return {
    /** Mutation although it only reads: the text must not be part of a query key or stay in a cache. */
    search: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['search', env],
        mutationFn: (text: string) =>
          client.call(endpoints.searchRecords, { params: { env }, body: { text } }),
        gcTime: 0,
      }),
    /** Plain call without a cache: the typed text may become personal data with the next letter. */
    suggest: (env: EnvironmentName, text: string, signal: AbortSignal) =>
      client.call(endpoints.suggestIds, { params: { env }, body: { text }, signal }),
  }
}
