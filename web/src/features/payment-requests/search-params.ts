import { customerHandle } from '@paydesk/shared/core/ids'
import { purposeCode } from '@paydesk/shared/core/purposes'
import { paymentRequestFilter, paymentRequestFormId } from '@paydesk/shared/payments/payment-request'
import { z } from 'zod'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

/** `form` names the form that is open: the same address is the same form, and makes one payment. */
const formSearchSchema = z.object({
  form: paymentRequestFormId.optional(),
  customer: customerHandle.optional(),
  step: z.literal('review').optional(),
})
export const readRequestFormSearchParams = createSearchParamsReader(formSearchSchema)

/** What was begun before a proof of who one is: the address of the hosted page, and the reason. */
const requestSearchSchema = z.object({
  show: z.literal('address').optional(),
  purpose: purposeCode.optional(),
})
export const readRequestSearchParams = createSearchParamsReader(requestSearchSchema)

const listSearchSchema = z.object({
  show: paymentRequestFilter.optional(),
  customer: customerHandle.optional(),
})
export type RequestListSearchParams = z.output<typeof listSearchSchema>
export const readRequestListSearchParams = createSearchParamsReader(listSearchSchema)
