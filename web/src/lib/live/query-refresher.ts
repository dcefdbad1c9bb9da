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

export function createQueryRefresher(
  queryClient: QueryClient,
  client: Pick<ApiClient, 'runInBackground'>,
): QueryRefresher {
  /** Queries being refetched; true if an event arrived after the read began. */
  const busy = new Map<string, boolean>()

  async function readAgain(query: Query): Promise<void> {
    const { queryHash } = query
    // Invalidate first: if the user leaves before the refetch finishes, the query stays stale.
    query.invalidate()
    // A read under way may have begun before the change.
    busy.set(queryHash, query.state.fetchStatus === 'fetching')
    // Ignore a failure here: the query keeps it for the component that shows the query.
    const read = client.runInBackground(() =>
      queryClient.refetchQueries({ predicate: (one) => one === query }, { cancelRefetch: false }),
    )
    await Promise.all([read, new Promise((over) => setTimeout(over, minRefreshIntervalMs))])
    const again = busy.get(queryHash) === true
    busy.delete(queryHash)
    if (!again) return
    if (query.isActive()) await readAgain(query)
    else query.invalidate()
  }

  function refresh(concerned: (query: Query) => boolean): void {
    for (const query of queryClient.getQueryCache().findAll({ predicate: concerned })) {
      if (busy.has(query.queryHash)) busy.set(query.queryHash, true)
      if (!query.isActive()) query.invalidate()
      else if (!busy.has(query.queryHash)) void readAgain(query)
    }
  }

  return {
    refreshChanged: (events) =>
      refresh(({ meta, state }) => events.some((event) => meta?.changedBy?.(event, state.data) === true)),
    refreshAll: () => refresh(({ meta }) => meta?.changedBy !== undefined),
  }
}
