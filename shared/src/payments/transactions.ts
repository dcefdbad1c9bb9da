import { z } from 'zod'
import { customerLanguage } from '../core/customer-language.ts'
import { dataFreshness } from '../core/data-freshness.ts'
import { customerHandle, identityHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { recordedFacts } from './transaction-list.ts'

/** Timestamp as written by the payment service, and as an instant if it can be parsed. */
export const serviceTime = z.strictObject({ raw: z.string(), at: z.iso.datetime().nullable() })
export type ServiceTime = z.infer<typeof serviceTime>

/** Codes of the sentences that explain a transaction: its situation, an open step, and notes. */
export const explanationCode = z.enum([
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
export type ExplanationCode = z.infer<typeof explanationCode>

/** Sentence of an explanation, with the fields of the record it was built from, which are shown on hover. */
export const explanationSentence = z.strictObject({
  code: explanationCode,
  /** Instant that the sentence names, shown relative to now: "in 41 h". Null for a sentence without one. */
  at: z.iso.datetime().nullable(),
  from: z.array(z.string()),
})
export type ExplanationSentence = z.infer<typeof explanationSentence>

export const nextActor = z.enum(['customer', 'service', 'operator', 'nobody', 'unknown'])

/** Explanation of a transaction: what happened, who must act now and until when. Facts only. */
export const transactionExplanation = z.strictObject({
  sentences: z.array(explanationSentence).min(1),
  nextActor: z.strictObject({ actor: nextActor, from: z.array(z.string()) }),
  /** Null if the record has no readable `expires_at` or the transaction is final. */
  until: serviceTime.nullable(),
})
export type TransactionExplanation = z.infer<typeof transactionExplanation>

/** Text that support may say to the customer, and what not to say, in one language. */
export const customerSafeText = z.strictObject({
  language: customerLanguage,
  say: z.string(),
  doNotSay: z.string(),
})

export const workflowStepView = z.strictObject({
  /** Any name: a step that the interface does not name follows the documented ones. */
  step: z.string(),
  value: z.string(),
  /** True if the value is documented. */
  documented: z.boolean(),
})

/** Element of payment_provider_responses (interface); every field is masked for the role. */
export const providerResponse = z.strictObject({
  operationType: maskedValue,
  operationSuccessful: maskedValue,
  providerType: maskedValue,
  providerName: maskedValue,
  requestCurrency: maskedValue,
  referenceCode: maskedValue,
  providerReferenceCode: maskedValue,
  responseId: maskedValue,
  statusCode: maskedValue,
  statusDescription: maskedValue,
  manualReconciliation: maskedValue,
})
export type ProviderResponse = z.infer<typeof providerResponse>

/** Identity summary of the state record (interface). */
export const identitySummary = z.strictObject({
  /** Handle of the identity; null if the record has none or the role may not open it. */
  identity: identityHandle.nullable(),
  id: maskedValue,
  kycState: maskedValue,
  createdAt: maskedValue,
  ledgerLifetimeAmount: maskedValue,
  ledgerLifetimeCurrency: maskedValue,
  creditLedgerLifetimeAmount: maskedValue,
  creditLedgerLifetimeCurrency: maskedValue,
})
export type IdentitySummary = z.infer<typeof identitySummary>

/** Discrepancy between two facts, by the ID of its rule. Contains no value of the record. */
export const transactionDiscrepancy = z.strictObject({ id: z.string() })
export type TransactionDiscrepancy = z.infer<typeof transactionDiscrepancy>

/** Fields of a record that are not classified: their number is shown to all, their values never. */
export const unclassifiedFields = z
  .strictObject({ names: z.array(z.string()), more: z.int().min(0) })
  .nullable()

export const transactionView = z.strictObject({
  transaction: transactionId,
  reading: dataFreshness,
  /** Null if the record names no customer. */
  customer: z.strictObject({ customer: customerHandle, rid: maskedValue }).nullable(),
  merchant: maskedValue,
  /** Null if our records do not have the transaction yet. */
  recorded: recordedFacts.nullable(),
  merchantTransactionId: maskedValue,
  reference: maskedValue,
  mode: maskedValue,
  state: stateValue,
  compound: compoundState.nullable(),
  inReview: z.boolean(),
  explanation: transactionExplanation,
  /** Texts in the released languages; English is one of them. */
  safeTexts: z.array(customerSafeText),
  safeTextVersion: z.string(),
  expiresAt: serviceTime.nullable(),
  test: z.boolean().nullable(),
  responseCode: maskedValue,
  responseCodeDescription: maskedValue,
  steps: z.array(workflowStepView),
  providerResponses: z.array(providerResponse),
  identity: identitySummary,
  contradictions: z.array(transactionDiscrepancy),
  unclassified: unclassifiedFields,
})
export type TransactionView = z.infer<typeof transactionView>
