import { notFound, redirect } from '@tanstack/react-router'
import type { z } from 'zod'
import { stringifyUrlSearch } from '../lib/search-string.ts'
import { serializeUrlState } from '../ui/state/url-state.ts'

/**
 * Takes the search of an address as it stands, so that the start of the application holds no contract of a page.
 * `checkSearchParams` checks it before the page loads.
 */
export function acceptUncheckedSearchParams<Search extends object>(search: Record<string, unknown>): Search {
  return search as Search
}

/** Loads the reader of a page's search, and redirects to the address without what that reader drops. */
export async function checkSearchParams<Search extends Record<string, unknown>>(
  { search, location }: { readonly search: Search; readonly location: { readonly pathname: string } },
  loadReader: () => Promise<(search: Record<string, unknown>) => Search>,
): Promise<void> {
  const read = await loadReader()
  const kept = read({ ...search })
  if (serializeUrlState(kept) === serializeUrlState(search)) return
  throw redirect({ href: `${location.pathname}${stringifyUrlSearch({ ...kept })}`, replace: true })
}

/** Checks a part of the address whose pattern loads with the page. Throws `notFound` if that part is malformed. */
export async function checkPathParam(value: string, loadSchema: () => Promise<z.ZodType>): Promise<void> {
  if (!(await loadSchema()).safeParse(value).success) throw notFound()
}
