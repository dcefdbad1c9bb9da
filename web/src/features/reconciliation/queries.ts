import type {
  DiscrepancyId,
  DiscrepancyList,
  DiscrepancyView,
  discrepancyQuerySchema,
  ExplainDiscrepancyRequest,
  reconciliationReportQuerySchema,
} from '@paydesk/shared/cases/reconciliation'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '../../lib/api/api-client.ts'

const keys = {
  pages: (env: EnvironmentName) => ['discrepancies', env, 'page'] as const,
  sheets: (env: EnvironmentName) => ['discrepancies', env, 'sheet'] as const,
}

/** Customer of a request for all discrepancies of that customer. */
export interface CustomerDiscrepanciesRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Queries of discrepancies, the explanation of one, and the daily report. */
export function reconciliationQueries(client: ApiClient) {
  return {
    page: (env: EnvironmentName, query: z.output<typeof discrepancyQuerySchema>) =>
      queryOptions({
        queryKey: [...keys.pages(env), query],
        queryFn: ({ signal }) => client.call(endpoints.listDiscrepancies, { params: { env }, query, signal }),
        // Keep the previous rows, marked as such, until the next rows arrive.
        placeholderData: keepPreviousData,
        meta: { changedBy: ({ kind, environment }) => kind === 'discrepancy' && environment === env },
      }),
    /** Discrepancies of a customer, open or closed, with their explanations. */
    ofCustomer: (params: CustomerDiscrepanciesRef) =>
      queryOptions({
        queryKey: ['discrepancies', params.env, 'customer', params.customer],
        queryFn: ({ signal }) => client.call(endpoints.listCustomerDiscrepancies, { params, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'discrepancy' && environment === params.env },
      }),
    /** Counted again on demand only, not after each change: there may be many changes a second. */
    sheet: (env: EnvironmentName, query: z.output<typeof reconciliationReportQuerySchema>) =>
      queryOptions({
        queryKey: [...keys.sheets(env), query],
        queryFn: ({ signal }) =>
          client.call(endpoints.showReconciliationReport, { params: { env }, query, signal }),
        staleTime: 30_000,
        placeholderData: keepPreviousData,
      }),
    explain: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['discrepancies', env, 'explain'],
        mutationFn: ({
          item: discrepancy,
          body,
        }: {
          readonly item: DiscrepancyId
          readonly body: ExplainDiscrepancyRequest
        }) => client.call(endpoints.explainDiscrepancy, { params: { env, discrepancy }, body }),
      }),
  }
}

/** Shows the discrepancy of an answer everywhere on screen, without another read. Keeps a newer version. */
export function updateCachedDiscrepancy(
  queryClient: QueryClient,
  env: EnvironmentName,
  row: DiscrepancyView,
): void {
  const isNewer = (before: DiscrepancyView) =>
    before.discrepancy === row.discrepancy && before.version <= row.version
  queryClient.setQueriesData<DiscrepancyList>({ queryKey: keys.pages(env) }, (page) =>
    page?.rows.some(isNewer)
      ? { ...page, rows: page.rows.map((before) => (isNewer(before) ? row : before)) }
      : page,
  )
}

/** Refetches the queries on screen and marks the other lists and sheets stale. */
export async function refreshReconciliation(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.pages(env) }),
    queryClient.invalidateQueries({ queryKey: keys.sheets(env) }),
  ])
}
