import { trailEntry, trailFilter, trailQuery } from '@paydesk/shared/compliance/trail'
import { personSawQuery } from '@paydesk/shared/compliance/trail-seen'
import { z } from 'zod'
import type { ChangeOf } from '../../ui/state/list-state.ts'
import { readsAddress } from '../../ui/state/url-state.ts'

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
