import type { ExportRequestInput } from '@paydesk/shared/cases/export-requests'
import type { ApprovalInput } from '@paydesk/shared/core/approval'
import type { CustomerHandle, EnvironmentName, ExportRequestId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

const listKey = (env: EnvironmentName) => ['exports', env, 'requests'] as const

/** Queries of requests to export many rows. */
export function exportRequestQueries(client: ApiClient, env: EnvironmentName) {
  return {
    list: () =>
      queryOptions({
        queryKey: listKey(env),
        queryFn: ({ signal }) => client.call(endpoints.listExportRequests, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'export_request' && environment === env },
      }),
    /** Requests for the transactions of a customer, of any age. */
    ofCustomer: (customer: CustomerHandle) =>
      queryOptions({
        queryKey: [...listKey(env), 'customer', customer],
        queryFn: ({ signal }) =>
          client.call(endpoints.listExportRequests, { params: { env }, query: { customer }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'export_request' && environment === env },
      }),
    ask: () =>
      mutationOptions({
        mutationKey: ['exports', env, 'ask'],
        mutationFn: (body: ExportRequestInput) =>
          client.call(endpoints.requestExport, { params: { env }, body }),
      }),
    answer: (request: ExportRequestId) =>
      mutationOptions({
        mutationKey: ['exports', env, 'answer'],
        mutationFn: (body: ApprovalInput) =>
          client.call(endpoints.decideExportRequest, { params: { env, request }, body }),
      }),
    withdraw: (request: ExportRequestId) =>
      mutationOptions({
        mutationKey: ['exports', env, 'withdraw'],
        mutationFn: () => client.call(endpoints.withdrawExportRequest, { params: { env, request } }),
      }),
  }
}

/** Refetches the export requests on screen and marks the rest stale. */
export function refreshExportRequests(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey(env) })
}
