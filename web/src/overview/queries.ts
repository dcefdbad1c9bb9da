import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName } from '@paydesk/shared/ids'
import type { IndexFilter, SavedView } from '@paydesk/shared/indexed'
import type { LiveEvent } from '@paydesk/shared/live'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/client.ts'

/** A row of what was read changed; rows that come or go wait until somebody reads the list again. */
function isOnPage({ kind, id }: LiveEvent, data: unknown): boolean {
  const rows = typeof data === 'object' && data !== null && 'rows' in data ? data.rows : null
  return (
    kind === 'transaction' &&
    Array.isArray(rows) &&
    rows.some((row: { readonly transaction?: unknown }) => row.transaction === id)
  )
}

export function overviewQueries(client: Client) {
  return {
    page: (env: EnvironmentName, query: IndexFilter & { readonly after?: string | undefined }) =>
      queryOptions({
        queryKey: ['overview', env, 'page', query],
        queryFn: ({ signal }) => client.call(endpoints.listTransactions, { params: { env }, query, signal }),
        // The rows before stay, marked as such, until the next ones are there.
        placeholderData: keepPreviousData,
        meta: { changedBy: (event, data) => event.environment === env && isOnPage(event, data) },
      }),
    coverage: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['overview', env, 'coverage'],
        queryFn: ({ signal }) => client.call(endpoints.showCoverage, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'sweep' && environment === env },
      }),
    views: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['overview', env, 'views'],
        queryFn: ({ signal }) => client.call(endpoints.listViews, { params: { env }, signal }),
        staleTime: Number.POSITIVE_INFINITY,
      }),
    saveView: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['overview', env, 'save-view'],
        mutationFn: (view: Omit<SavedView, 'view'>) =>
          client.call(endpoints.saveView, { params: { env }, body: view }),
      }),
    removeView: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['overview', env, 'remove-view'],
        mutationFn: (view: string) => client.call(endpoints.removeView, { params: { env, view } }),
      }),
  }
}
