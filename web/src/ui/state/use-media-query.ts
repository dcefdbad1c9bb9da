import { useCallback, useSyncExternalStore } from 'react'

/**
 * Follows a media query. Paper keeps the answer of the screen: the browser has counted the sheets before it tells the
 * width of the paper, and content that then grows is cut off.
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(query)
      const changed = () => !window.matchMedia('print').matches && notify()
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    // The server renders the first page without a screen.
    () => false,
  )
}
