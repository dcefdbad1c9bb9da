import { ledgerFilter, ledgerQuery } from '@paydesk/shared/payments/ledger'
import { z } from 'zod'
import type { ChangeOf } from '../../ui/state/list-state.ts'
import { readsAddress } from '../../ui/state/url-state.ts'

const ledgerAddress = z.object({
  ...ledgerQuery.shape,
  /** The number of the notification that is open. */
  open: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .optional(),
})
export type LedgerAddress = z.output<typeof ledgerAddress>
export type LedgerChange = ChangeOf<LedgerAddress>

/** The ledger's state as kept in the address: the shared filter, the page and what is open. */
export const readLedgerAddress = readsAddress(ledgerAddress)

export const filterOf = readsAddress(ledgerFilter)

export const queryOf = readsAddress(ledgerQuery)
