import { serializeUrlState } from './url-state.ts'

/** Change of the state of a page; undefined clears a parameter. */
export type SearchParamsChange<Address> = { [K in keyof Address]?: Address[K] | undefined }

interface PagePosition {
  readonly after?: string | undefined
  readonly at?: string | undefined
}

/** Applies a changed filter or order: back to the first page, as a place in the former list means nothing. */
export function applyFilterChange<A extends PagePosition>(
  address: A,
  change: SearchParamsChange<A>,
): SearchParamsChange<A> {
  return { ...address, after: undefined, at: undefined, ...change }
}

/** Splits a list of the address at its commas; empty without a text. */
export function splitCommaList(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(',')
}

/** Joins texts by commas for the address; undefined for none, so that the address has no parameter. */
export function joinCommaList(texts: readonly string[]): string | undefined {
  return texts.length > 0 ? texts.join(',') : undefined
}

/** Clears all parameters of an address but the named ones. */
export function clearParamsExcept<A extends object>(
  address: A,
  ...kept: readonly (keyof A & string)[]
): SearchParamsChange<A> {
  const nothing = Object.keys(address).map((member) => [member, undefined] as const)
  return {
    ...address,
    ...Object.fromEntries(nothing.filter(([member]) => !kept.some((one) => one === member))),
  }
}

/** Parameter of a list that shows every row although the person has a default view. */
interface UnfilteredMark {
  readonly all?: '1' | undefined
}

/** Marks the state of an unfiltered list, so that its address gives the same rows again. */
export function markUnfiltered<State extends object>(
  state: State,
  filter: object,
  hasDefaultViews: boolean,
): State & UnfilteredMark {
  return { ...state, all: hasDefaultViews && !hasActiveFilter(filter) ? '1' : undefined }
}

function omitSorting(filter: object): object {
  return Object.fromEntries(
    Object.entries(filter).filter(([member]) => member !== 'sort' && member !== 'order'),
  )
}

/** Returns true if a list is filtered; the order does not count. */
export function hasActiveFilter(filter: object): boolean {
  return serializeUrlState(omitSorting(filter)) !== serializeUrlState({})
}

/** Returns true if two filters select the same rows; the order does not count. */
export function isSameFilter(wanted: object, shown: object): boolean {
  return serializeUrlState(omitSorting(wanted)) === serializeUrlState(omitSorting(shown))
}
