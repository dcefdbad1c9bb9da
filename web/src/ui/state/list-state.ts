import { serializeState } from './url-state.ts'

/** The part of a page's state that it may ask to change. */
export type SearchParamsChange<Address> = { [K in keyof Address]?: Address[K] | undefined }

interface PagePosition {
  readonly after?: string | undefined
  readonly at?: string | undefined
}

/** A changed filter or order begins at the first page: the place in the former list means nothing in it. */
export function changeFilter<A extends PagePosition>(
  address: A,
  change: SearchParamsChange<A>,
): SearchParamsChange<A> {
  return { ...address, after: undefined, at: undefined, ...change }
}

/** Nothing of an address but what is named. */
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

function omitSorting(filter: object): object {
  return Object.fromEntries(
    Object.entries(filter).filter(([member]) => member !== 'sort' && member !== 'order'),
  )
}

/** Whether anything is asked of a list but its order. */
export function hasActiveFilter(filter: object): boolean {
  return serializeState(omitSorting(filter)) !== serializeState({})
}

/** Whether two filters ask for the same rows; the order is left out of it. */
export function isSameFilter(wanted: object, shown: object): boolean {
  return serializeState(omitSorting(wanted)) === serializeState(omitSorting(shown))
}
