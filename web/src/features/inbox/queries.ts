import type { InboxEntryList, MarkInboxEntriesRequest } from '@paydesk/shared/cases/inbox'
import type { InboxEntryKind } from '@paydesk/shared/core/colleague'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export interface InboxFilter {
  readonly show?: 'unread' | undefined
  readonly kind?: InboxEntryKind | undefined
}

/**
 * Kinds of live changes that may add or remove an inbox entry. Changes of a case are not among them: they send a
 * change of kind `inbox` where they concern a person.
 */
const changingKinds: readonly LiveEvent['kind'][] = [
  'inbox',
  'question',
  'decision',
  'download',
  'subject_access',
  'export_request',
]

const inboxKey = (env: EnvironmentName) => ['inbox', env] as const
const listsKey = (env: EnvironmentName) => [...inboxKey(env), 'list'] as const

export function inboxQueries(client: ApiClient) {
  return {
    /** Number of unread entries, for the badge and the title of the window. */
    count: (env: EnvironmentName) =>
      queryOptions({
        queryKey: [...inboxKey(env), 'count'],
        queryFn: ({ signal }) => client.call(endpoints.countUnreadInboxEntries, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => environment === env && changingKinds.includes(kind) },
      }),
    pages: (env: EnvironmentName, filter: InboxFilter) =>
      infiniteQueryOptions({
        queryKey: [...listsKey(env), filter],
        queryFn: ({ signal, pageParam }) => {
          const query = pageParam === null ? filter : { ...filter, after: pageParam }
          return client.call(endpoints.listInbox, { params: { env }, query, signal })
        },
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next,
        meta: { changedBy: ({ kind, environment }) => environment === env && changingKinds.includes(kind) },
      }),
    mark: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['inbox', env, 'mark'],
        mutationFn: (body: MarkInboxEntriesRequest) =>
          client.call(endpoints.markInboxEntries, { params: { env }, body }),
      }),
  }
}

type Pages = InfiniteData<InboxEntryList, string | null>

/** Shows a mark at once in all lists on screen; the lists read themselves again after the answer. */
export function updateCachedInboxMarks(
  queryClient: QueryClient,
  env: EnvironmentName,
  { entries, isRead }: MarkInboxEntriesRequest,
): void {
  queryClient.setQueriesData<Pages>({ queryKey: listsKey(env) }, (noInfer) => {
    if (noInfer === undefined) return noInfer
    const isMarked = (entry: InboxEntryList['entries'][number]) => entries?.includes(entry.entry) ?? true
    const pages = noInfer.pages.map((page) => ({
      ...page,
      entries: page.entries.map((entry) => (isMarked(entry) ? { ...entry, isRead } : entry)),
    }))
    return { ...noInfer, pages }
  })
}

/** Reads lists and count again. */
export function refreshInbox(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: inboxKey(env) })
}
