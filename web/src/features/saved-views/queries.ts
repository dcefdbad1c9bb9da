import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { SavedView, ViewPage } from '@paydesk/shared/work/views'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/client.ts'

interface OwnView<Filter> {
  readonly view: string
  readonly name: string
  readonly filter: Filter
}

interface Calls<Filter> {
  readonly list: (signal: AbortSignal) => Promise<{ readonly views: readonly OwnView<Filter>[] }>
  readonly save: (view: Omit<OwnView<Filter>, 'view'>) => ReturnType<Calls<Filter>['list']>
  readonly remove: (view: string) => ReturnType<Calls<Filter>['list']>
}

function optionsOf<Filter>(page: ViewPage, env: EnvironmentName, { list, save, remove }: Calls<Filter>) {
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
export type ViewOptions<Filter> = ReturnType<typeof optionsOf<Filter>>

/** The person's own views of the list of transactions. */
export function transactionViews(client: Client, env: EnvironmentName) {
  return optionsOf<SavedView<'transactions'>['filter']>('transactions', env, {
    list: (signal) => client.call(endpoints.listViews, { params: { env }, signal }),
    save: (body) => client.call(endpoints.saveView, { params: { env }, body }),
    remove: (view) => client.call(endpoints.removeView, { params: { env, view } }),
  })
}

/** The person's own views of the review queue. */
export function reviewViews(client: Client, env: EnvironmentName) {
  return optionsOf<SavedView<'review'>['filter']>('review', env, {
    list: (signal) => client.call(endpoints.listReviewViews, { params: { env }, signal }),
    save: (body) => client.call(endpoints.saveReviewView, { params: { env }, body }),
    remove: (view) => client.call(endpoints.removeReviewView, { params: { env, view } }),
  })
}
