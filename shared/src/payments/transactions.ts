import { z } from 'zod'
import { dataFreshness } from '../core/data-freshness.ts'
import { customerHandle, identityHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'

/** A timestamp as the service wrote it, and as an instant where it can be read as one. */
export const serviceTime = z.strictObject({ raw: z.string(), at: z.iso.datetime().nullable() })
export type ServiceTime = z.infer<typeof serviceTime>

/** One piece of the sentence with the members of the record it was built from, shown on hover. */
export const explanationPart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string(), from: z.array(z.string()) }),
  /** An instant, said relative to now: "in 41 h". */
  z.strictObject({ kind: z.literal('until'), at: z.iso.datetime(), from: z.array(z.string()) }),
])
export type ExplanationPart = z.infer<typeof explanationPart>

export const nextActor = z.enum(['customer', 'service', 'operator', 'nobody', 'unknown'])

/** What happened, who must act now, until when: facts only. */
export const transactionExplanation = z.strictObject({
  sentence: z.array(explanationPart).min(1),
  who: z.strictObject({ actor: nextActor, words: z.string(), from: z.array(z.string()) }),
  /** Null where the record has no readable `expires_at` or the transaction is final. */
  until: serviceTime.nullable(),
})
export type TransactionExplanation = z.infer<typeof transactionExplanation>

/** What support may say to the customer, and what not, in one language. */
export const customerSafeText = z.strictObject({
  language: z.enum(['en', 'de']),
  say: z.string(),
  doNotSay: z.string().nullable(),
})

export const workflowStepView = z.strictObject({
  step: z.string(),
  /** Null for a step that the interface does not name. */
  word: z.string().nullable(),
  means: z.string().nullable(),
  value: z.string(),
  known: z.boolean(),
})

/** interface, payment_provider_responses element; every member as the role may see it. */
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

/** interface, identity summary of the state record. */
export const identitySummary = z.strictObject({
  /** The way to the identity, for whoever may follow it; null where the record has none. */
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

/** Two facts that do not fit together, in words of our own: no value of the record is in them. */
export const transactionDiscrepancy = z.strictObject({
  id: z.string(),
  says: z.string(),
  /** What it means, and what usually explains it. */
  means: z.string(),
  todo: z.string(),
  /** When it goes away by itself. */
  closes: z.string(),
})
export type TransactionDiscrepancy = z.infer<typeof transactionDiscrepancy>

/** Members of a record that nobody has classified: counted for all, never shown. */
export const unclassifiedFields = z
  .strictObject({ names: z.array(z.string()), more: z.int().min(0) })
  .nullable()

export const transactionView = z.strictObject({
  transaction: transactionId,
  reading: dataFreshness,
  /** Null where the record names no customer. */
  customer: z.strictObject({ customer: customerHandle, rid: maskedValue }).nullable(),
  merchant: maskedValue,
  merchantTransactionId: maskedValue,
  reference: maskedValue,
  mode: maskedValue,
  state: stateValue,
  compound: compoundState.nullable(),
  inReview: z.boolean(),
  explanation: transactionExplanation,
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
