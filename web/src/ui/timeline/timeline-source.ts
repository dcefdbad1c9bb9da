import type { ReactNode } from 'react'

export interface TimelineEntry {
  /** Unique within its source. */
  readonly key: string
  /** ISO 8601 UTC. */
  readonly at: string
  /** Start of the interval in which it happened; null if nothing was read before, undefined for an exact time. */
  readonly from?: string | null | undefined
  readonly content: ReactNode
  /** Link to the record of the entry. */
  readonly record: ReactNode
}

/** Part of a timeline that loads, fails and retries on its own. */
export interface TimelineSource {
  readonly entries: readonly TimelineEntry[]
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: unknown
  readonly retry: () => void
  /** Entries are complete from this time on; null if they are complete. */
  readonly loadedTo: string | null
  readonly loadOlder: () => void
  /** True if older entries exist that cannot be loaded here. */
  readonly isCut: boolean
}

/** Part of a query by pages that a source needs. */
interface PagedQuery<Page> {
  readonly data: { readonly pages: readonly Page[] } | undefined
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: unknown
  readonly hasNextPage: boolean
  readonly isFetchNextPageError: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

/** Entries of one page, and the time up to which the page has them all. */
interface TimelinePage {
  readonly entries: readonly TimelineEntry[]
  readonly oldest: string | undefined
}

/** Creates a source from a query by pages, newest first. */
export function createPagedTimelineSource<Page>(
  query: PagedQuery<Page>,
  read: (page: Page) => TimelinePage,
): TimelineSource {
  const pages = query.data?.pages.map(read) ?? []
  const loadOlder = () => void query.fetchNextPage()
  return {
    // An entry that came between two pages moves the others down: one of them is then on both pages.
    entries: [...new Map(pages.flatMap(({ entries }) => entries).map((one) => [one.key, one])).values()],
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    retry: () => (query.isFetchNextPageError ? loadOlder() : void query.refetch()),
    loadedTo: query.hasNextPage ? (pages.at(-1)?.oldest ?? null) : null,
    loadOlder,
    isCut: false,
  }
}

/** Part of a query of all data that a source needs. */
interface WholeQuery<Data> {
  readonly data: Data | undefined
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: unknown
  refetch(): unknown
}

/** Creates a source from a query that gives all its entries at once. */
export function createCompleteTimelineSource<Data>(
  query: WholeQuery<Data>,
  read: (data: Data) => { readonly entries: readonly TimelineEntry[]; readonly isCut: boolean },
): TimelineSource {
  const { entries, isCut } = query.data === undefined ? { entries: [], isCut: false } : read(query.data)
  return {
    entries,
    isCut,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
    loadedTo: null,
    loadOlder: () => {},
  }
}

/** Returns the entries of a source that belong to one kind; loading and failing stay those of the source. */
export const pickTimelineEntries = (
  source: TimelineSource,
  isPicked: (entry: TimelineEntry) => boolean,
): TimelineSource => ({ ...source, entries: source.entries.filter(isPicked) })

/** Finds the time from which all of these sources are complete, and those that have loaded no further. */
function findBounds(sources: readonly TimelineSource[]) {
  const open = sources.flatMap((source) =>
    source.loadedTo === null ? [] : [{ source, time: Date.parse(source.loadedTo) }],
  )
  const completeFrom = Math.max(...open.map(({ time }) => time), Number.NEGATIVE_INFINITY)
  const bounds = open.flatMap(({ source, time }) => (time === completeFrom ? [source] : []))
  // Several kinds may come from one query, which loads once.
  const loads = new Set(bounds.map(({ loadOlder }) => loadOlder))
  const loadOlder = () => {
    for (const load of loads) load()
  }
  return { completeFrom, bounds, loadOlder }
}

/** Joins sources of one kind into one. It fails if one of them fails, and retries those that failed. */
export function joinTimelineSources(sources: readonly TimelineSource[]): TimelineSource {
  const { bounds, loadOlder } = findBounds(sources)
  const failed = sources.filter(({ error }) => error !== null)
  return {
    entries: sources.flatMap(({ entries }, nth) =>
      entries.map((entry) => ({ ...entry, key: `${nth}-${entry.key}` })),
    ),
    isPending: sources.some(({ isPending }) => isPending),
    isFetching: sources.some(({ isFetching }) => isFetching),
    error: failed[0]?.error ?? null,
    retry() {
      for (const { retry } of failed) retry()
    },
    loadedTo: bounds[0]?.loadedTo ?? null,
    loadOlder,
    isCut: sources.some(({ isCut }) => isCut),
  }
}

interface MergedEntry<Kind extends string> extends TimelineEntry {
  readonly kind: Kind
}

interface MergedTimeline<Kind extends string> {
  /** Newest first. */
  readonly entries: readonly MergedEntry<Kind>[]
  /** Loads older entries; null if every source is complete. */
  readonly loadOlder: (() => void) | null
}

/**
 * Merges sources by time, newest first. Entries older than what some source has loaded are left out: others may belong
 * between them.
 */
export function mergeTimelineSources<Kind extends string>(
  sources: readonly (readonly [kind: Kind, source: TimelineSource])[],
): MergedTimeline<Kind> {
  const { completeFrom, bounds, loadOlder } = findBounds(sources.map(([, source]) => source))
  const entries = sources
    .flatMap(([kind, source]) => source.entries.map((entry) => ({ ...entry, kind })))
    .filter(({ at }) => Date.parse(at) >= completeFrom)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  return { entries, loadOlder: bounds.length === 0 ? null : loadOlder }
}
