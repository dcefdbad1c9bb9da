import { notFound, redirect } from '@tanstack/react-router'
import type { z } from 'zod'
import { stringifySearch } from '../lib/search-string.ts'
import { serializeState } from '../ui/state/url-state.ts'

/**
 * Takes the search of an address as it stands, so that the start of the application holds no contract of a page.
 * `checkSearch` checks it before the page loads.
 */
export function acceptSearch<Search extends object>(search: Record<string, unknown>): Search {
  return search as Search
}

/** Loads the reader of a page's search, and redirects to the address without what that reader drops. */
export async function checkSearch<Search extends Record<string, unknown>>(
  { search, location }: { readonly search: Search; readonly location: { readonly pathname: string } },
  loadReader: () => Promise<(search: Record<string, unknown>) => Search>,
): Promise<void> {
  const read = await loadReader()
  const kept = read({ ...search })
  if (serializeState(kept) === serializeState(search)) return
  throw redirect({ href: `${location.pathname}${stringifySearch({ ...kept })}`, replace: true })
}

/** Checks a part of the address whose pattern loads with the page. Throws `notFound` if that part is malformed. */
export async function checkPathParam(value: string, loadSchema: () => Promise<z.ZodType>): Promise<void> {
  if (!(await loadSchema()).safeParse(value).success) throw notFound()
}
