import { trailEntry, trailFilter, trailQuery } from '@paydesk/shared/trail'
import { personSawQuery } from '@paydesk/shared/trail-seen'
import { z } from 'zod'
import { readsAddress } from '../ui/address-state.ts'
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

export const filterOf = readsAddress(trailFilter)

/** A whole page of the list, as it is asked for. */
export const queryOf = readsAddress(trailQuery)

/** A changed filter begins at the newest entry, with nothing open. */
export function withFilter(address: TrailAddress, change: TrailChange): TrailChange {
  return { ...address, after: undefined, open: undefined, ...change }
}

/** Which days of a person are shown. */
export const readPersonAddress = readsAddress(personSawQuery)
export type PersonAddress = z.output<typeof personSawQuery>
