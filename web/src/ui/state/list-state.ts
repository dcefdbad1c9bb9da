import { stateText } from './url-state.ts'

/** The part of a page's state that it may ask to change. */
export type ChangeOf<Address> = { [K in keyof Address]?: Address[K] | undefined }

interface Place {
  readonly after?: string | undefined
  readonly at?: string | undefined
}

/** A changed filter or order begins at the first page: the place in the former list means nothing in it. */
export function withFilter<A extends Place>(address: A, change: ChangeOf<A>): ChangeOf<A> {
  return { ...address, after: undefined, at: undefined, ...change }
}

/** Nothing of an address but what is named. */
export function clearedBut<A extends object>(
  address: A,
  ...kept: readonly (keyof A & string)[]
): ChangeOf<A> {
  const nothing = Object.keys(address).map((member) => [member, undefined] as const)
  return {
    ...address,
    ...Object.fromEntries(nothing.filter(([member]) => !kept.some((one) => one === member))),
  }
}

function orderless(filter: object): object {
  return Object.fromEntries(
    Object.entries(filter).filter(([member]) => member !== 'sort' && member !== 'order'),
  )
}

/** Whether anything is asked of a list but its order. */
export function isFiltered(filter: object): boolean {
  return stateText(orderless(filter)) !== stateText({})
}

/** Whether two filters ask for the same rows; the order is left out of it. */
export function isSameFilter(wanted: object, shown: object): boolean {
  return stateText(orderless(wanted)) === stateText(orderless(shown))
}
