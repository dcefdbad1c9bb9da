import type {
  DiscrepancyId,
  DiscrepancyList,
  DiscrepancyView,
  discrepancyQuery,
  ExplainDiscrepancyRequest,
} from '@paydesk/shared/cases/drift'
import type { reconciliationReportQuery } from '@paydesk/shared/cases/drift-sheet'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '../../lib/api/api-client.ts'

const keys = {
  pages: (env: EnvironmentName) => ['drift', env, 'page'] as const,
  sheets: (env: EnvironmentName) => ['drift', env, 'sheet'] as const,
}

/** Differences, what is said of one, and the sheet of a day. */
export function reconciliationQueries(client: ApiClient) {
  return {
    page: (env: EnvironmentName, query: z.output<typeof discrepancyQuery>) =>
      queryOptions({
        queryKey: [...keys.pages(env), query],
        queryFn: ({ signal }) => client.call(endpoints.listDiscrepancies, { params: { env }, query, signal }),
        // The rows before stay, marked as such, until the next ones are there.
        placeholderData: keepPreviousData,
        meta: { changedBy: ({ kind, environment }) => kind === 'drift' && environment === env },
      }),
    /** Counted anew when somebody asks: not with each change, of which there may be many a second. */
    sheet: (env: EnvironmentName, query: z.output<typeof reconciliationReportQuery>) =>
      queryOptions({
        queryKey: [...keys.sheets(env), query],
        queryFn: ({ signal }) =>
          client.call(endpoints.showReconciliationReport, { params: { env }, query, signal }),
        staleTime: 30_000,
        placeholderData: keepPreviousData,
      }),
    explain: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['drift', env, 'explain'],
        mutationFn: ({
          item,
          body,
        }: {
          readonly item: DiscrepancyId
          readonly body: ExplainDiscrepancyRequest
        }) => client.call(endpoints.explainDiscrepancy, { params: { env, item }, body }),
      }),
  }
}

/** Shows an item as an answer gave it, wherever it is on screen, without another read. */
export function updateCachedDiscrepancy(
  queryClient: QueryClient,
  env: EnvironmentName,
  row: DiscrepancyView,
): void {
  const isNewer = (before: DiscrepancyView) => before.item === row.item && before.version <= row.version
  queryClient.setQueriesData<DiscrepancyList>({ queryKey: keys.pages(env) }, (page) =>
    page?.rows.some(isNewer)
      ? { ...page, rows: page.rows.map((before) => (isNewer(before) ? row : before)) }
      : page,
  )
}

/** Reads again what is on screen of the list, and marks the rest and the sheets as old. */
export async function refreshReconciliation(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.pages(env) }),
    queryClient.invalidateQueries({ queryKey: keys.sheets(env) }),
  ])
}
