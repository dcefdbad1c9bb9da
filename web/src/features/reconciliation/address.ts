import type { DriftFilter } from '@paydesk/shared/work/drift'
import { driftFilter, driftItem, driftQuery } from '@paydesk/shared/work/drift'
import { driftSheetQuery } from '@paydesk/shared/work/drift-sheet'
import { z } from 'zod'
import type { ChangeOf } from '../../ui/state/list-state.ts'
import { readsAddress } from '../../ui/state/url-state.ts'

const driftAddress = z.object({
  ...driftQuery.shape,
  after: z.string().min(1).max(400).optional(),
  /** The item that is open beside the list. */
  open: driftItem.optional(),
})
export type DriftAddress = z.output<typeof driftAddress>
export type DriftChange = ChangeOf<DriftAddress>

/** The list's state as kept in the address: the shared filter, the page and the open item. */
export const readDriftAddress = readsAddress(driftAddress)

/** What is asked of the server for this address, without the page. */
export const filterOf = readsAddress(driftFilter)

/** A whole page of the list, as it is asked for. */
export const queryOf = readsAddress(driftQuery)

/** A changed filter or order begins at the first page, with nothing open. */
export function withFilter(address: DriftAddress, change: DriftChange): DriftChange {
  return { ...address, after: undefined, open: undefined, ...change }
}

/** Whether some items of the shown status are left out. */
export function isFiltered({ kind, age }: DriftFilter): boolean {
  return kind !== undefined || age !== undefined
}

/** Which day's sheet, and how many days are drawn, as kept in the address. */
export const readSheetAddress = readsAddress(driftSheetQuery)
export type SheetAddress = z.output<typeof driftSheetQuery>
export type SheetChange = ChangeOf<SheetAddress>
