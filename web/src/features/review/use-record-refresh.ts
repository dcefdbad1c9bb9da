import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'

/** Returns what loads the record of a page again, as the key r does; success is announced. */
export function useRecordRefresh<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
  texts: { readonly refresh: string; readonly refreshed: string },
): () => void {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  async function refresh() {
    // Ignore the error: the query keeps it and the page shows it.
    const read = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => null)
    if (read !== null) announce(texts.refreshed)
  }
  useShortcut('r', texts.refresh, () => void refresh())
  return () => void refresh()
}
