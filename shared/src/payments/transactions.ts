import { z } from 'zod'
import { customerLanguageSchema } from '../core/customer-language.ts'
import { dataFreshnessSchema } from '../core/data-freshness.ts'
import { customerHandleSchema, identityHandleSchema, transactionIdSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { compoundStateSchema, stateValueSchema } from '../core/state.ts'
import { recordedFactsSchema } from './transaction-list.ts'

/** Timestamp as written by the payment service, and as an instant if it can be parsed. */
export const paymentServiceTimestampSchema = z.strictObject({
  raw: z.string(),
  at: z.iso.datetime().nullable(),
})
export type PaymentServiceTimestamp = z.infer<typeof paymentServiceTimestampSchema>

/** Codes of the sentences that explain a transaction: its situation, an open step, and notes. */
export const explanationCodeSchema = z.enum([
  'accepted',
  'starting',
  'validating',
  'validated',
  'processing',
  'instrument_verified',
  'instrument_review',
  'verification_amounts',
  'verification_restarted',
  'code_details',
  'code_generating',
  'pin_generating',
  'await_code',
  'await_pin',
  'engaging',
  'review',
  'hold',
  'risk_review',
  'documents',
  'success',
  'declined',
  'rejected',
  'failed',
  'expired',
  'cancelled',
  'card_expired',
  'pending_unexplained',
  'pending_undocumented',
  'undocumented',
  'step_sca',
  'step_3ds',
  'step_docs',
  'step_capture',
  'step_kyc',
  'step_piv',
  'step_charge',
  'step_credit',
  'nothing_to_do',
  'expires',
  'expired_but_open',
  'test_card',
  'not_confirmed',
  'final',
])
export type ExplanationCode = z.infer<typeof explanationCodeSchema>

/** Sentence of an explanation, with the fields of the record it was built from, which are shown on hover. */
export const explanationSentenceSchema = z.strictObject({
  code: explanationCodeSchema,
  /** Instant that the sentence names, shown relative to now: "in 41 h". Null for a sentence without one. */
  at: z.iso.datetime().nullable(),
  from: z.array(z.string()),
})
export type ExplanationSentence = z.infer<typeof explanationSentenceSchema>

export const nextActorSchema = z.enum(['customer', 'service', 'operator', 'nobody', 'unknown'])

/** Explanation of a transaction: what happened, who must act now and until when. Facts only. */
export const transactionExplanationSchema = z.strictObject({
  sentences: z.array(explanationSentenceSchema).min(1),
  nextActor: z.strictObject({ actor: nextActorSchema, from: z.array(z.string()) }),
  /** Null if the record has no readable `expires_at` or the transaction is final. */
  until: paymentServiceTimestampSchema.nullable(),
})
export type TransactionExplanation = z.infer<typeof transactionExplanationSchema>

/** Text that support may say to the customer, and what not to say, in one language. */
export const customerSafeTextSchema = z.strictObject({
  language: customerLanguageSchema,
  say: z.string(),
  doNotSay: z.string(),
})

export const workflowStepViewSchema = z.strictObject({
  /** Any name: a step that the interface does not name follows the documented ones. */
  step: z.string(),
  value: z.string(),
  /** True if the value is documented. */
  documented: z.boolean(),
})

/** Element of payment_provider_responses (interface); every field is masked for the role. */
export const providerResponseSchema = z.strictObject({
  operationType: maskedValueSchema,
  operationSuccessful: maskedValueSchema,
  providerType: maskedValueSchema,
  providerName: maskedValueSchema,
  requestCurrency: maskedValueSchema,
  referenceCode: maskedValueSchema,
  providerReferenceCode: maskedValueSchema,
  responseId: maskedValueSchema,
  statusCode: maskedValueSchema,
  statusDescription: maskedValueSchema,
  manualReconciliation: maskedValueSchema,
})
export type ProviderResponse = z.infer<typeof providerResponseSchema>

/** Identity summary of the state record (interface). */
export const transactionIdentitySummarySchema = z.strictObject({
  /** Handle of the identity; null if the record has none or the role may not open it. */
  identity: identityHandleSchema.nullable(),
  id: maskedValueSchema,
  kycState: maskedValueSchema,
  createdAt: maskedValueSchema,
  ledgerLifetimeAmount: maskedValueSchema,
  ledgerLifetimeCurrency: maskedValueSchema,
  creditLedgerLifetimeAmount: maskedValueSchema,
  creditLedgerLifetimeCurrency: maskedValueSchema,
})
export type TransactionIdentitySummary = z.infer<typeof transactionIdentitySummarySchema>

/** Contradiction between two facts, by the ID of its rule. Contains no value of the record. */
export const transactionContradictionSchema = z.strictObject({ id: z.string() })
export type TransactionContradiction = z.infer<typeof transactionContradictionSchema>

/** Fields of a record that are not classified: their number is shown to all, their values never. */
export const unclassifiedFieldsSchema = z
  .strictObject({ names: z.array(z.string()), more: z.int().min(0) })
  .nullable()

export const transactionViewSchema = z.strictObject({
  transaction: transactionIdSchema,
  reading: dataFreshnessSchema,
  /** Null if the record names no customer. */
  customer: z.strictObject({ customer: customerHandleSchema, rid: maskedValueSchema }).nullable(),
  merchant: maskedValueSchema,
  /** Null if our records do not have the transaction yet. */
  recorded: recordedFactsSchema.nullable(),
  merchantTransactionId: maskedValueSchema,
  reference: maskedValueSchema,
  mode: maskedValueSchema,
  state: stateValueSchema,
  compound: compoundStateSchema.nullable(),
  inReview: z.boolean(),
  explanation: transactionExplanationSchema,
  /** Texts in the released languages; English is one of them. */
  safeTexts: z.array(customerSafeTextSchema),
  safeTextVersion: z.string(),
  expiresAt: paymentServiceTimestampSchema.nullable(),
  test: z.boolean().nullable(),
  responseCode: maskedValueSchema,
  responseCodeDescription: maskedValueSchema,
  steps: z.array(workflowStepViewSchema),
  providerResponses: z.array(providerResponseSchema),
  identity: transactionIdentitySummarySchema,
  contradictions: z.array(transactionContradictionSchema),
  unclassified: unclassifiedFieldsSchema,
})
export type TransactionView = z.infer<typeof transactionViewSchema>
