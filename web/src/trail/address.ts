import type { TrailFilter } from '@paydesk/shared/trail'
import { trailEntry, trailFilter, trailQuery } from '@paydesk/shared/trail'
import { personSawQuery } from '@paydesk/shared/trail-seen'
import { z } from 'zod'
import { readsAddress, stateText } from '../ui/address-state.ts'
import type { ChangeOf } from '../ui/list-address.ts'

const trailAddress = z.object({
  ...trailQuery.shape,
  after: z.string().min(1).max(400).optional(),
  /** The entry that is open beside the list. */
  open: trailEntry.shape.entry.optional(),
})
export type TrailAddress = z.output<typeof trailAddress>
export type TrailChange = ChangeOf<TrailAddress>

/** The list's state as kept in the address: the shared filter, the page and the open entry. */
export const readTrailAddress = readsAddress(trailAddress)

const readFilter = readsAddress(trailFilter)

export function filterOf(address: TrailAddress): TrailFilter {
  return readFilter(address)
}

/** A whole page of the list, as it is asked for. */
export function queryOf(address: TrailAddress): z.output<typeof trailQuery> {
  return { ...filterOf(address), ...(address.after === undefined ? {} : { after: address.after }) }
}

/** A changed filter begins at the newest entry, with nothing open. */
export function withFilter(address: TrailAddress, change: TrailChange): TrailChange {
  return { ...address, after: undefined, open: undefined, ...change }
}

export const isFiltered = (filter: TrailFilter) => stateText(filter) !== stateText({})

/** Which days of a person are shown. */
export const readPersonAddress = readsAddress(personSawQuery)
export type PersonAddress = z.output<typeof personSawQuery>
