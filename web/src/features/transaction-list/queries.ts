import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

/** Returns whether a listed row changed. Added and removed rows appear only after a refresh. */
function isOnPage({ kind, id }: LiveEvent, data: unknown): boolean {
  const rows = typeof data === 'object' && data !== null && 'rows' in data ? data.rows : null
  return (
    kind === 'transaction' &&
    Array.isArray(rows) &&
    rows.some((row: { readonly transaction?: unknown }) => row.transaction === id)
  )
}

export function transactionListQueries(client: ApiClient) {
  return {
    page: (env: EnvironmentName, query: TransactionListFilter & { readonly after?: string | undefined }) =>
      queryOptions({
        queryKey: ['transaction-list', env, 'page', query],
        queryFn: ({ signal }) => client.call(endpoints.listTransactions, { params: { env }, query, signal }),
        // Keep the previous rows, marked as such, until the next rows arrive.
        placeholderData: keepPreviousData,
        meta: { changedBy: (event, data) => event.environment === env && isOnPage(event, data) },
      }),
    /** Counted on the server at most every 30 seconds, so that changes ask for it no more often. */
    trend: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['transaction-list', env, 'trend'],
        queryFn: ({ signal }) => client.call(endpoints.showTransactionTrend, { params: { env }, signal }),
        staleTime: 30_000,
        meta: { changedBy: ({ kind, environment }) => kind === 'sync' && environment === env },
      }),
    coverage: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['transaction-list', env, 'coverage'],
        queryFn: ({ signal }) => client.call(endpoints.showRecordsCoverage, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'sync' && environment === env },
      }),
  }
}
