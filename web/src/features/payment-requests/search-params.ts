import { dayRangeShape } from '@paydesk/shared/core/endpoint'
import { customerHandleSchema } from '@paydesk/shared/core/ids'
import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import {
  paymentRequestFormIdSchema,
  paymentRequestListTabSchema,
} from '@paydesk/shared/payments/payment-requests'
import { z } from 'zod'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

/** `form` identifies the open form: the same address is the same form and makes one payment. */
const formSearchSchema = z.object({
  form: paymentRequestFormIdSchema.optional(),
  customer: customerHandleSchema.optional(),
  step: z.literal('review').optional(),
})
export const readPaymentRequestFormSearchParams = createSearchParamsReader(formSearchSchema)

/** State kept during re-authentication: the dialog of the payment link, and the purpose. */
const requestSearchSchema = z.object({
  show: z.literal('address').optional(),
  purpose: purposeCodeSchema.optional(),
})
export const readPaymentRequestSearchParams = createSearchParamsReader(requestSearchSchema)

const listSearchSchema = z.object({
  show: paymentRequestListTabSchema.optional(),
  customer: customerHandleSchema.optional(),
  ...dayRangeShape,
})
export const readPaymentRequestListSearchParams = createSearchParamsReader(listSearchSchema)
export type PaymentRequestFormSearchParams = ReturnType<typeof readPaymentRequestFormSearchParams>
export type PaymentRequestSearchParams = ReturnType<typeof readPaymentRequestSearchParams>
export type PaymentRequestListSearchParams = ReturnType<typeof readPaymentRequestListSearchParams>
