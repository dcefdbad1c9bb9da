import type { startImportRequestSchema } from '@paydesk/shared/administration/imports'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '../../lib/api/api-client.ts'

const pollIntervalMs = 2_000

export function idImportQueries(client: ApiClient) {
  return {
    list: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['imports', env, 'list'],
        queryFn: ({ signal }) => client.call(endpoints.listImports, { params: { env }, signal }),
        refetchInterval: ({ state }) =>
          state.data?.imports.some(({ status }) => status === 'running') ? pollIntervalMs : false,
        meta: { changedBy: ({ kind, environment }) => kind === 'import' && environment === env },
      }),
    one: (env: EnvironmentName, id: string) =>
      queryOptions({
        queryKey: ['imports', env, 'one', id],
        queryFn: ({ signal }) => client.call(endpoints.showImport, { params: { env, import: id }, signal }),
        meta: {
          changedBy: (event) => event.kind === 'import' && event.environment === env && event.id === id,
        },
        refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollIntervalMs : false),
      }),
    /** Starts an import. Its text is never part of a query key and is not cached. */
    start: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['imports', env, 'start'],
        mutationFn: (request: z.input<typeof startImportRequestSchema>) =>
          client.call(endpoints.startImport, { params: { env }, body: request }),
        gcTime: 0,
      }),
    stop: (env: EnvironmentName, id: string) =>
      mutationOptions({
        mutationKey: ['imports', env, 'stop', id],
        mutationFn: () => client.call(endpoints.stopImport, { params: { env, import: id } }),
      }),
  }
}
