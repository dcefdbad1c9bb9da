import { z } from 'zod'
import { transactionIdSchema } from '../core/ids.ts'
import { finalitySchema } from '../core/observations.ts'
import {
  paymentRequestCurrencySchema,
  paymentRequestIdSchema,
  paymentRequestStatusSchema,
} from './payment-requests.ts'

const typedSchema = z.string().max(300)

/** Idempotency key: 1 to 128 letters, digits and `_ - . :`. Each key makes at most one payment. */
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/)

/**
 * Payment requested by a system of the merchant (interface, Authorization request body). Merchant and
 * environment are those of its API key; Paydesk generates `transaction.id`.
 */
export const merchantPaymentInputSchema = z.strictObject({
  workflow: typedSchema.min(1).describe('Name of the workflow, as it was agreed for the merchant.'),
  transaction: z.strictObject({
    amount: typedSchema
      .min(1)
      .describe('In the lowest unit of the currency, as text without a sign: 125.50 EUR is `12550`.'),
    currency: typedSchema.min(1).describe('`EUR` or `GBP`, as it was agreed for the merchant.'),
    reference: typedSchema
      .optional()
      .describe('No other payment of the environment may have it; made by Paydesk where it is left out.'),
  }),
  client: z
    .record(z.string().max(40), typedSchema)
    .describe('The customer, by the member names of the interface, such as `first_name` and `email`.'),
  account: z.strictObject({
    identifier: z.string().min(1).max(200).describe('The merchant’s identifier of the customer (RID).'),
  }),
  account_holder: z
    .strictObject({
      iban: typedSchema,
      name: typedSchema.optional(),
      type: typedSchema.optional(),
      bic: typedSchema.optional(),
    })
    .optional()
    .describe('The bank account to debit; for payments in EUR.'),
})
export type MerchantPaymentInput = z.infer<typeof merchantPaymentInputSchema>

/** Payment as shown to the merchant's systems. Times are ISO 8601 UTC; amounts are in the lowest unit. */
export const merchantPaymentSchema = z.strictObject({
  id: paymentRequestIdSchema.describe('Names the payment in this interface.'),
  status: paymentRequestStatusSchema
    .exclude(['draft'])
    .describe(
      'What became of asking for it. `created`: the payment service has it. `sending` and `unknown`: being found out; it is never sent a second time. `absent`: found out that the service has none. `refused`: the service said no. `not_sent`: nothing left.',
    ),
  transaction: z.strictObject({
    id: z.string().describe('The `transaction.id` that was made for it.'),
    reference: z.string(),
    amount: z.string(),
    currency: paymentRequestCurrencySchema,
  }),
  service_transaction_id: transactionIdSchema
    .nullable()
    .describe('The payment service’s id, once there is one.'),
  state: z.string().nullable().describe('As the service gave it last. Only this may drive decisions.'),
  compound_state: z.string().nullable().describe('For information; it may change without notice.'),
  final: z.boolean().describe('True where `state` does not change any more.'),
  finality: finalitySchema.describe(
    'How sure the end is. Fulfil on `confirmed`: a notification and a read after it agree.',
  ),
  redirect_url: z
    .string()
    .nullable()
    .describe(
      'The hosted page of the customer, to be opened as it is. Anyone who holds it can open the page. Null until the payment is created and once it is final or its time is over; also where no answer came from which it could be taken, where it is not of a configured host, and for a payment that staff made, who hand it over: then `next` says so.',
    ),
  expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  rejected_fields: z
    .array(z.string())
    .describe('Members that the service did not take, where it named them.'),
})

export const merchantApiVersionSchema = z.strictObject({
  version: z.string().describe('Version of this Paydesk: semantic versioning.'),
  build: z.string().describe('The commit that it was built from.'),
})
export type MerchantApiVersion = z.infer<typeof merchantApiVersionSchema>

export const merchantPaymentResponseSchema = z.strictObject({
  payment: merchantPaymentSchema,
  next: z
    .string()
    .nullable()
    .describe(
      'What is to be done where it is not known yet whether there is a payment, where there is none, or where an open one has no address to give; otherwise null.',
    ),
})
export type MerchantPaymentResponse = z.infer<typeof merchantPaymentResponseSchema>
