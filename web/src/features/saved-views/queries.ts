import type { PageWithSavedViews, SavedView } from '@paydesk/shared/cases/saved-views'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

interface OwnView<Filter> {
  readonly view: string
  readonly name: string
  readonly filter: Filter
}

interface SavedViewCalls<Filter> {
  readonly list: (signal: AbortSignal) => Promise<{ readonly views: readonly OwnView<Filter>[] }>
  readonly save: (view: Omit<OwnView<Filter>, 'view'>) => ReturnType<SavedViewCalls<Filter>['list']>
  readonly remove: (view: string) => ReturnType<SavedViewCalls<Filter>['list']>
}

function createSavedViewOptions<Filter>(
  page: PageWithSavedViews,
  env: EnvironmentName,
  { list, save, remove }: SavedViewCalls<Filter>,
) {
  return {
    list: queryOptions({
      queryKey: ['views', env, page],
      queryFn: ({ signal }) => list(signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
    save: mutationOptions({ mutationKey: ['views', env, page, 'save'], mutationFn: save }),
    remove: mutationOptions({ mutationKey: ['views', env, page, 'remove'], mutationFn: remove }),
  }
}
export type SavedViewQueries<Filter> = ReturnType<typeof createSavedViewOptions<Filter>>

/** Queries of the user's own views of the transaction list. */
export function savedTransactionListViewQueries(client: ApiClient, env: EnvironmentName) {
  return createSavedViewOptions<SavedView<'transactions'>['filter']>('transactions', env, {
    list: (signal) => client.call(endpoints.listTransactionListViews, { params: { env }, signal }),
    save: (body) => client.call(endpoints.saveTransactionListView, { params: { env }, body }),
    remove: (view) => client.call(endpoints.removeTransactionListView, { params: { env, view } }),
  })
}

/** Queries of the user's own views of the review queue. */
export function savedReviewQueueViewQueries(client: ApiClient, env: EnvironmentName) {
  return createSavedViewOptions<SavedView<'review'>['filter']>('review', env, {
    list: (signal) => client.call(endpoints.listReviewQueueViews, { params: { env }, signal }),
    save: (body) => client.call(endpoints.saveReviewQueueView, { params: { env }, body }),
    remove: (view) => client.call(endpoints.removeReviewQueueView, { params: { env, view } }),
  })
}
