import { importId } from '@paydesk/shared/imports'
import { z } from 'zod'
import { readsAddress } from '../ui/address-state.ts'

/** Which import's report is shown, as kept in the address. */
export const readImportsAddress = readsAddress(z.object({ open: importId.optional() }))
