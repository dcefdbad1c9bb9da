import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { mutationOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export function searchQueries(client: ApiClient) {
  return {
    /** A mutation, though it only reads: the text is never part of a key and nothing of it is kept. */
    lookUp: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['lookup', env],
        mutationFn: (text: string) =>
          client.call(endpoints.searchRecords, { params: { env }, body: { text } }),
        gcTime: 0,
      }),
    /** No query, and nothing of it is kept: what is typed may become personal with the next letter. */
    suggest: (env: EnvironmentName, text: string, signal: AbortSignal) =>
      client.call(endpoints.suggestIds, { params: { env }, body: { text }, signal }),
  }
}
