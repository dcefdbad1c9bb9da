import { useLocation, useRouter } from '@tanstack/react-router'

/** Goes to the previous page of the list; null if this page was not reached from there. */
export function usePreviousListPage(): (() => void) | null {
  const { history } = useRouter()
  const cameByNext = useLocation({ select: ({ state }) => state.cameByNext === true })
  return cameByNext ? () => history.back() : null
}

/** Adds a history entry for the next page, to come back from. */
export function createNextPageNavigation<S>(search: S) {
  return { search, state: { cameByNext: true } } as const
}

/** Replaces the current history entry by another view of the list. Only the first page drops `cameByNext`. */
export function createInPlaceNavigation<S>(search: S, isFirstPage: boolean) {
  const here = { search, replace: true, resetScroll: false } as const
  return isFirstPage ? here : ({ ...here, state: true } as const)
}
