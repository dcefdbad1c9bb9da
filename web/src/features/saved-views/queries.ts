import type { PageWithSavedViews, SavedView, SavedViewChange } from '@paydesk/shared/cases/saved-views'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export interface ListedSavedView<Filter> extends Omit<SavedView, 'filter'> {
  readonly filter: Filter
}

interface ViewList<Filter> {
  readonly views: readonly ListedSavedView<Filter>[]
}

interface ChangedView {
  readonly view: string
  readonly change: SavedViewChange
}

interface SavedViewCalls<Filter> {
  readonly list: (signal: AbortSignal) => Promise<ViewList<Filter>>
  readonly save: (view: Pick<ListedSavedView<Filter>, 'name' | 'filter'>) => Promise<ViewList<Filter>>
  readonly change: (changed: ChangedView) => Promise<ViewList<Filter>>
  readonly remove: (view: string) => Promise<ViewList<Filter>>
  readonly restore: (view: string) => Promise<ViewList<Filter>>
}

/** Time (ms) after which a list that is opened asks for the views again: colleagues may have shared some. */
const staleAfterMs = 300_000

function createSavedViewOptions<Filter>(
  page: PageWithSavedViews,
  env: EnvironmentName,
  { list, save, change, remove, restore }: SavedViewCalls<Filter>,
) {
  const keyOf = (action: string) => ['views', env, page, action] as const
  return {
    list: queryOptions({
      queryKey: ['views', env, page],
      queryFn: ({ signal }) => list(signal),
      staleTime: staleAfterMs,
    }),
    save: mutationOptions({ mutationKey: keyOf('save'), mutationFn: save }),
    change: mutationOptions({ mutationKey: keyOf('change'), mutationFn: change }),
    remove: mutationOptions({ mutationKey: keyOf('remove'), mutationFn: remove }),
    restore: mutationOptions({ mutationKey: keyOf('restore'), mutationFn: restore }),
  }
}
export type SavedViewQueries<Filter> = ReturnType<typeof createSavedViewOptions<Filter>>

/** Queries of the views of the transaction list: the user's own, and those that colleagues share. */
export function savedTransactionListViewQueries(client: ApiClient, env: EnvironmentName) {
  return createSavedViewOptions<SavedView<'transactions'>['filter']>('transactions', env, {
    list: (signal) => client.call(endpoints.listTransactionListViews, { params: { env }, signal }),
    save: (body) => client.call(endpoints.saveTransactionListView, { params: { env }, body }),
    change: ({ view, change }) =>
      client.call(endpoints.changeTransactionListView, { params: { env, view }, body: change }),
    remove: (view) => client.call(endpoints.removeTransactionListView, { params: { env, view } }),
    restore: (view) => client.call(endpoints.restoreTransactionListView, { params: { env, view } }),
  })
}

/** Queries of the views of the review queue: the user's own, and those that colleagues share. */
export function savedReviewQueueViewQueries(client: ApiClient, env: EnvironmentName) {
  return createSavedViewOptions<SavedView<'review'>['filter']>('review', env, {
    list: (signal) => client.call(endpoints.listReviewQueueViews, { params: { env }, signal }),
    save: (body) => client.call(endpoints.saveReviewQueueView, { params: { env }, body }),
    change: ({ view, change }) =>
      client.call(endpoints.changeReviewQueueView, { params: { env, view }, body: change }),
    remove: (view) => client.call(endpoints.removeReviewQueueView, { params: { env, view } }),
    restore: (view) => client.call(endpoints.restoreReviewQueueView, { params: { env, view } }),
  })
}
