import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { loadDefaultViewFilter } from '../features/saved-views/default-view.ts'
import type { SavedViewQueries } from '../features/saved-views/queries.ts'
import { stringifyUrlSearch } from '../lib/search-string.ts'
import { mayPrefetchQueries } from './prefetch.ts'

interface ListLoad {
  readonly context: { readonly queryClient: QueryClient; readonly session: CurrentSession }
  readonly cause: 'preload' | 'enter' | 'stay'
  readonly search: Record<string, unknown>
  readonly location: { readonly pathname: string }
}

/**
 * Redirects a list that is opened without a filter to the person's default view. Asks the server only for a person who
 * has chosen one. An address with a filter, an order, a page or the mark of an unfiltered list stays as it is. Resolves
 * with true if the list is shown without a filter because the views did not come in time.
 */
export async function redirectToDefaultView<Filter extends Record<string, unknown>>(
  load: ListLoad,
  permission: StaffPermission,
  options: SavedViewQueries<Filter>['list'],
): Promise<{ readonly isDefaultViewMissed: boolean }> {
  const asAsked = { isDefaultViewMissed: false }
  const { context, search, location } = load
  const { defaultViews } = context.session.settings
  if (defaultViews === null || !mayPrefetchQueries(load, permission)) return asAsked
  // The server renders the first page of an address before its data: there the views never come.
  if (typeof document === 'undefined') return asAsked
  const { cols, ...rest } = search
  if (Object.values(rest).some((value) => value !== undefined)) return asAsked
  const loaded = await loadDefaultViewFilter(context.queryClient, options, defaultViews)
  if (loaded.is !== 'chosen') return { isDefaultViewMissed: loaded.is === 'missed' }
  const kept = { ...loaded.filter, ...(cols === undefined ? {} : { cols }) }
  throw redirect({ href: `${location.pathname}${stringifyUrlSearch(kept)}`, replace: true })
}
