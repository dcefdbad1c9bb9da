import { useLocation, useRouter } from '@tanstack/react-router'

/** To the page of the list before this one, where it was reached from it. */
export function usePreviousListPage(): (() => void) | null {
  const { history } = useRouter()
  const cameByNext = useLocation({ select: ({ state }) => state.cameByNext === true })
  return cameByNext ? () => history.back() : null
}

/** A further page is a step of its own to come back from. */
export function createNextPageNavigation<S>(search: S) {
  return { search, state: { cameByNext: true } } as const
}

/** Another state of the same list in the place of this one; only the first page forgets how it was reached. */
export function createInPlaceNavigation<S>(search: S, isFirstPage: boolean) {
  const here = { search, replace: true, resetScroll: false } as const
  return isFirstPage ? here : ({ ...here, state: true } as const)
}
