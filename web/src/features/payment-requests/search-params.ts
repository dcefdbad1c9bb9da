import { dayRangeFilter } from '@paydesk/shared/core/endpoint'
import { customerHandle } from '@paydesk/shared/core/ids'
import { purposeCode } from '@paydesk/shared/core/purposes'
import { paymentRequestFilter, paymentRequestFormId } from '@paydesk/shared/payments/payment-requests'
import { z } from 'zod'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

/** `form` identifies the open form: the same address is the same form and makes one payment. */
const formSearchSchema = z.object({
  form: paymentRequestFormId.optional(),
  customer: customerHandle.optional(),
  step: z.literal('review').optional(),
})
export const readRequestFormSearchParams = createSearchParamsReader(formSearchSchema)

/** State kept during re-authentication: the dialog of the payment link, and the purpose. */
const requestSearchSchema = z.object({
  show: z.literal('address').optional(),
  purpose: purposeCode.optional(),
})
export const readRequestSearchParams = createSearchParamsReader(requestSearchSchema)

const listSearchSchema = z.object({
  show: paymentRequestFilter.optional(),
  customer: customerHandle.optional(),
  ...dayRangeFilter,
})
export const readRequestListSearchParams = createSearchParamsReader(listSearchSchema)
export type RequestFormSearchParams = ReturnType<typeof readRequestFormSearchParams>
export type RequestSearchParams = ReturnType<typeof readRequestSearchParams>
export type RequestListSearchParams = ReturnType<typeof readRequestListSearchParams>
