import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'

export interface QueryRefresher {
  /** Reads again what is on screen and concerned; what is not on screen is read when it comes back there. */
  refreshChanged(events: readonly LiveEvent[]): void
  /** The same for everything that changes by itself. */
  refreshAll(): void
}

/** The same query is read again at most this often, however much changes: a list may change with every payment. */
const minRefreshIntervalMs = 1_000

export function createQueryRefresher(
  queryClient: QueryClient,
  client: Pick<ApiClient, 'runInBackground'>,
): QueryRefresher {
  /** Queries being read again; true where something changed after the read began. */
  const busy = new Map<string, boolean>()

  async function readAgain(query: Query): Promise<void> {
    const { queryHash } = query
    // Whoever leaves before the answer comes back to something that is to be read.
    query.invalidate()
    // A read under way may have begun before the change.
    busy.set(queryHash, query.state.fetchStatus === 'fetching')
    // A failure is kept by the query and shown where it is shown.
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
