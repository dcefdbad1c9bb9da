import type { PersonSettings } from '@paydesk/shared/administration/settings'
import type { QueryClient } from '@tanstack/react-query'
import { hasActiveFilter } from '../../ui/state/list-state.ts'
import type { SavedViewQueries } from './queries.ts'

type DefaultViews = PersonSettings['defaultViews']

/** Returns the view with which the list opens, or null; at most one of a list is among the settings. */
export function findDefaultView<View extends { readonly view: string }>(
  views: readonly View[],
  defaults: DefaultViews,
): View | null {
  return views.find(({ view }) => defaults?.includes(view)) ?? null
}

/** Time (ms) for which a list that is opened waits for the views. */
const maxWaitMs = 2_000

/** `missed`: the views came too late or not at all, so the person's choice is not known. */
type DefaultFilter<Filter> =
  | { readonly is: 'chosen'; readonly filter: Filter }
  | { readonly is: 'none' | 'missed' }

/** Resolves with the filter with which an address without one opens, or at the latest when `deadline` is aborted. */
export async function loadDefaultViewFilter<Filter extends object>(
  queryClient: QueryClient,
  options: SavedViewQueries<Filter>['list'],
  defaults: DefaultViews,
  deadline: AbortSignal = AbortSignal.timeout(maxWaitMs),
): Promise<DefaultFilter<Filter>> {
  if (defaults === null) return { is: 'none' }
  const isTooLate = new Promise<null>((resolve) =>
    deadline.addEventListener('abort', () => resolve(null), { once: true }),
  )
  // The page itself reports that the views could not be loaded.
  const list = queryClient.ensureQueryData(options).catch(() => null)
  const loaded = await Promise.race([list, isTooLate])
  if (loaded === null) return { is: 'missed' }
  const filter = findDefaultView(loaded.views, defaults)?.filter ?? null
  return filter !== null && hasActiveFilter(filter) ? { is: 'chosen', filter } : { is: 'none' }
}
