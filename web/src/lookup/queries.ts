import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName } from '@paydesk/shared/ids'
import { mutationOptions } from '@tanstack/react-query'
import type { Client } from '../api/client.ts'

export function lookUpQueries(client: Client) {
  return {
    /** A mutation, though it only reads: the text is never part of a key and nothing of it is kept. */
    lookUp: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['lookup', env],
        mutationFn: (text: string) => client.call(endpoints.lookUp, { params: { env }, body: { text } }),
        gcTime: 0,
      }),
  }
}
