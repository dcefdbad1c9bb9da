import { maxDefaultViews, type PersonSettings } from '@paydesk/shared/administration/settings'
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

/** Returns the settings after a choice of the default view of the list that has these views. */
export function chooseDefaultView(
  views: readonly { readonly view: string }[],
  defaults: DefaultViews,
  chosen: string | null,
): DefaultViews {
  const others = (defaults ?? []).filter((id) => !views.some(({ view }) => view === id))
  const all = chosen === null ? others : [...others, chosen]
  // Drop the oldest beyond the limit: those of lists that nobody has opened for long, or of removed views.
  return all.length === 0 ? null : all.slice(-maxDefaultViews)
}

/** Returns the filter with which an address without one opens; null if the person chose none, or it cannot be read. */
export async function loadDefaultFilter<Filter extends object>(
  queryClient: QueryClient,
  options: SavedViewQueries<Filter>['list'],
  defaults: DefaultViews,
): Promise<Filter | null> {
  if (defaults === null) return null
  try {
    const { views } = await queryClient.ensureQueryData(options)
    const filter = findDefaultView(views, defaults)?.filter ?? null
    return filter !== null && hasActiveFilter(filter) ? filter : null
  } catch {
    // The page itself reports that the views could not be loaded.
    return null
  }
}
