import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle, merchantId, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { finality } from '../core/observations.ts'
import { purposeCode } from '../core/purposes.ts'
import { compoundState, stateValue } from '../core/state.ts'

export const paymentRequestId = z
  .string()
  .regex(/^q_[0-9a-z]{20}$/)
  .brand<'RequestId'>()
export type PaymentRequestId = z.infer<typeof paymentRequestId>

/** One form that was opened, named by the page: however often it is sent, it can make one payment. */
export const paymentRequestFormId = z
  .string()
  .regex(/^[0-9a-z]{24}$/)
  .brand<'RequestForm'>()
export type PaymentRequestFormId = z.infer<typeof paymentRequestFormId>

/** Currencies of the interface with their digits; which of them a merchant has is a matter of the contract. */
export const currencyFractionDigits = { EUR: 2, GBP: 2 } as const
export const paymentRequestCurrency = z.enum(['EUR', 'GBP'])
export type PaymentRequestCurrency = z.infer<typeof paymentRequestCurrency>

/** Whom the payment is of: a customer whose page is open, or a RID that was typed. */
export const paymentRequestCustomer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('known'), customer: customerHandle }),
  z.strictObject({ kind: z.literal('typed'), rid: z.string().max(200) }),
])

const typed = z.string().max(300)

/** What was typed (interface, Authorization request body), as it was; what is wrong is told by these names. */
export const paymentRequestInput = z.strictObject({
  form: paymentRequestFormId,
  merchant: merchantId,
  customer: paymentRequestCustomer,
  workflow: typed,
  /** Major units, such as `125.50`. */
  amount: typed,
  currency: typed,
  reference: typed,
  /** By the interface's name of the member; empty ones count as left out. */
  client: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), typed),
  /** Null where none is sent. */
  accountHolder: z.strictObject({ iban: typed, name: typed, type: typed, bic: typed }).nullable(),
})
export type PaymentRequestInput = z.infer<typeof paymentRequestInput>

/**
 * `draft`: not sent. `sending`: on its way. `created`: the service has it. `refused`: it said no. `not_sent`: nothing
 * left. `unknown`: it may have left; it is found out, never sent again. `absent`: the service has no such transaction.
 */
export const paymentRequestStatus = z.enum([
  'draft',
  'sending',
  'created',
  'refused',
  'not_sent',
  'unknown',
  'absent',
])
export type PaymentRequestStatus = z.infer<typeof paymentRequestStatus>

/** One member of the body as it is sent, by its way in the interface: `transaction.amount`. */
export const paymentRequestField = z.strictObject({ member: z.string(), value: maskedValue })
export type PaymentRequestField = z.infer<typeof paymentRequestField>

/** One payment request of this office. Times are ISO 8601 UTC. */
export const paymentRequest = z.strictObject({
  request: paymentRequestId,
  status: paymentRequestStatus,
  /** Counts up with each change. */
  version: z.int().min(1),
  merchant: maskedValue,
  customer: customerHandle,
  rid: maskedValue,
  workflow: maskedValue,
  /** Minor units. */
  amount: maskedValue,
  currency: maskedValue,
  reference: maskedValue,
  merchantTransactionId: maskedValue,
  /** Who made it: a colleague, or a system of the merchant by its label. */
  by: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('person'), who: colleague }),
    z.strictObject({ kind: z.literal('system'), label: z.string() }),
  ]),
  madeAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  /** When its end was known: answered, refused, or found out. */
  endedAt: z.iso.datetime().nullable(),
  /** The service's id, once there is one. */
  transaction: transactionId.nullable(),
  /** What this office knows of it now; null until it was created. */
  now: z
    .strictObject({
      state: stateValue,
      compound: compoundState.nullable(),
      isFinal: z.boolean(),
      inReview: z.boolean(),
      finality,
      expiresAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Why it was not created, in words of ours; null where it was, or is not known yet. */
  why: z.string().nullable(),
  /** Names of members that the service did not take; nothing of its own words. */
  refusedMembers: z.array(z.string()),
  /** How this person may see the hosted address; else whether others have it (other roles, or the customer still), and why not, in words. */
  address: z.enum(['plain', 'step_up']).nullable(),
  addressWithOthers: z.boolean(),
  noAddress: z.string().nullable(),
})
export type PaymentRequest = z.infer<typeof paymentRequest>

/** Exactly what will be sent. Personal lines are shown to whoever typed them, and until then. */
export const paymentRequestDraft = z.strictObject({
  request: paymentRequest,
  lines: z.array(paymentRequestField),
  /** Names what was looked at: sending something else than this is refused. */
  reviewed: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** Requests of the same customer and amount of the last 24 hours, newest first, at most five. */
  similar: z.array(paymentRequest),
})
export type PaymentRequestDraft = z.infer<typeof paymentRequestDraft>

/** `draft`: to be looked at and sent. `sent`: this form was sent before; there is one payment of it and no second. */
export const draftPaymentRequestResponse = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('draft'), draft: paymentRequestDraft }),
  z.strictObject({ answer: z.literal('sent'), request: paymentRequest }),
])
export type DraftPaymentRequestResponse = z.infer<typeof draftPaymentRequestResponse>

export const sendPaymentRequestInput = z.strictObject({ reviewed: z.string().max(100) })

/** `sent`: by this call. `sent_before`: by another one; nothing was sent again. `changed`: the draft is another by now. */
export const sendPaymentRequestResponse = z.strictObject({
  answer: z.enum(['sent', 'sent_before', 'changed']),
  request: paymentRequest,
})
export type SendPaymentRequestResponse = z.infer<typeof sendPaymentRequestResponse>

/** One member of the client as the form offers it. */
export const paymentRequestClientField = z.strictObject({
  member: z.string(),
  label: z.string(),
  required: z.boolean(),
  kind: z.enum(['text', 'email', 'phone', 'date', 'country', 'ip']),
})

/** What the form offers in this environment to this person. */
export const paymentRequestFormOptions = z.strictObject({
  /** False where this environment has no payment requests: `why` says it in words. */
  isOn: z.boolean(),
  why: z.string().nullable(),
  merchants: z.array(merchantId),
  workflows: z.array(z.string()),
  /** `most` is the largest amount in minor units. */
  currencies: z.array(
    z.strictObject({ currency: paymentRequestCurrency, digits: z.int(), most: z.int(), holder: z.boolean() }),
  ),
  client: z.array(paymentRequestClientField),
  holderTypes: z.array(z.string()),
  /** The customer that was asked for; null where none was. */
  customer: z.strictObject({ customer: customerHandle, merchant: merchantId, rid: maskedValue }).nullable(),
})
export type PaymentRequestFormOptions = z.infer<typeof paymentRequestFormOptions>

export const paymentRequestFilter = z.enum(['own', 'open', 'unknown', 'all'])
export type PaymentRequestFilter = z.infer<typeof paymentRequestFilter>

export const paymentRequestQuery = z.strictObject({
  show: paymentRequestFilter.optional(),
  customer: customerHandle.optional(),
  after: z.string().max(400).optional(),
})

/** One page, newest first; drafts are not in it. */
export const paymentRequestList = z.strictObject({
  requests: z.array(paymentRequest),
  next: z.string().nullable(),
  /** How many wait to be found out. */
  unknown: z.int().min(0),
})
export type PaymentRequestList = z.infer<typeof paymentRequestList>
export const paymentLinkRequest = z.strictObject({ purpose: purposeCode })

/** The hosted address in clear, with the words to hand it over. */
export const paymentLinkResponse = z.strictObject({
  address: z.url(),
  /** Message texts with the address in them, by language. */
  messages: z.array(z.strictObject({ language: z.enum(['en', 'de', 'fr', 'es', 'it']), text: z.string() })),
  until: z.iso.datetime(),
  ms: z.int(),
})
export type PaymentLinkResponse = z.infer<typeof paymentLinkResponse>
