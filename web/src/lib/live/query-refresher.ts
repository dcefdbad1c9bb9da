import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'

export interface QueryRefresher {
  /** Refetches the affected queries on screen; marks the others stale, so they are read when shown again. */
  refreshChanged(events: readonly LiveEvent[]): void
  /** Refetches as above every query that live events can change. */
  refreshAll(): void
}

/** Shortest interval between two reads of a query, in ms: a list may change with every payment. */
const minRefreshIntervalMs = 1_000

/**
 * Creates what fetches queries again after live events, by the `changedBy` in the `meta` of each query. Fetches in the
 * background, so that no session stays alive by it.
 */
export function createQueryRefresher(
  queryClient: QueryClient,
  client: Pick<ApiClient, 'runInBackground'>,
): QueryRefresher {
  /** Queries being refetched; true if an event arrived after the read began. */
  const refreshing = new Map<string, boolean>()

  async function refreshQuery(query: Query): Promise<void> {
    const { queryHash } = query
    // Invalidate first: if the user leaves before the refetch finishes, the query stays stale.
    query.invalidate()
    // A read under way may have begun before the change.
    refreshing.set(queryHash, query.state.fetchStatus === 'fetching')
    // Ignore a failure here: the query keeps it for the component that shows the query.
    const read = client.runInBackground(() =>
      queryClient.refetchQueries({ predicate: (one) => one === query }, { cancelRefetch: false }),
    )
    await Promise.all([read, new Promise((resolve) => setTimeout(resolve, minRefreshIntervalMs))])
    const hasChangedAgain = refreshing.get(queryHash) === true
    refreshing.delete(queryHash)
    if (!hasChangedAgain) return
    if (query.isActive()) await refreshQuery(query)
    else query.invalidate()
  }

  function refreshQueries(isAffected: (query: Query) => boolean): void {
    for (const query of queryClient.getQueryCache().findAll({ predicate: isAffected })) {
      if (refreshing.has(query.queryHash)) refreshing.set(query.queryHash, true)
      if (!query.isActive()) query.invalidate()
      else if (!refreshing.has(query.queryHash)) void refreshQuery(query)
    }
  }

  return {
    refreshChanged: (events) =>
      refreshQueries(({ meta, state }) =>
        events.some((event) => meta?.changedBy?.(event, state.data) === true),
      ),
    refreshAll: () => refreshQueries(({ meta }) => meta?.changedBy !== undefined),
  }
}
