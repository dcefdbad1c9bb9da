import { customerHandle } from '@paydesk/shared/core/ids'
import { purposeCode } from '@paydesk/shared/core/purpose'
import { requestForm, requestShow } from '@paydesk/shared/payments/payment-request'
import { z } from 'zod'
import { readsAddress } from '../../ui/state/url-state.ts'

/** `form` names the form that is open: the same address is the same form, and makes one payment. */
const formAddress = z.object({
  form: requestForm.optional(),
  customer: customerHandle.optional(),
  step: z.literal('review').optional(),
})
export const readFormAddress = readsAddress(formAddress)

/** What was begun before a proof of who one is: the address of the hosted page, and the reason. */
const oneAddress = z.object({ show: z.literal('address').optional(), purpose: purposeCode.optional() })
export const readOneAddress = readsAddress(oneAddress)

const listAddress = z.object({ show: requestShow.optional(), customer: customerHandle.optional() })
export type ListAddress = z.output<typeof listAddress>
export const readListAddress = readsAddress(listAddress)
