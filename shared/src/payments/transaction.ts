import { z } from 'zod'
import { customerHandle, identityHandle, transactionId } from '../core/ids.ts'
import { shown } from '../core/masked-value.ts'
import { reading } from '../core/reading.ts'
import { compoundState, stateValue } from '../core/state.ts'

/** A timestamp as the service wrote it, and as an instant where it can be read as one. */
export const serviceTime = z.strictObject({ raw: z.string(), at: z.iso.datetime().nullable() })
export type ServiceTime = z.infer<typeof serviceTime>

/** One piece of the sentence with the members of the record it was built from, shown on hover. */
export const sentencePart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string(), from: z.array(z.string()) }),
  /** An instant, said relative to now: "in 41 h". */
  z.strictObject({ kind: z.literal('until'), at: z.iso.datetime(), from: z.array(z.string()) }),
])
export type SentencePart = z.infer<typeof sentencePart>

export const actor = z.enum(['customer', 'service', 'operator', 'nobody', 'unknown'])

/** What happened, who must act now, until when: facts only. */
export const explanation = z.strictObject({
  sentence: z.array(sentencePart).min(1),
  who: z.strictObject({ actor, words: z.string(), from: z.array(z.string()) }),
  /** Null where the record has no readable `expires_at` or the transaction is final. */
  until: serviceTime.nullable(),
})
export type Explanation = z.infer<typeof explanation>

/** What support may say to the customer, and what not, in one language. */
export const safeText = z.strictObject({
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
  operationType: shown,
  operationSuccessful: shown,
  providerType: shown,
  providerName: shown,
  requestCurrency: shown,
  referenceCode: shown,
  providerReferenceCode: shown,
  responseId: shown,
  statusCode: shown,
  statusDescription: shown,
  manualReconciliation: shown,
})
export type ProviderResponse = z.infer<typeof providerResponse>

/** interface, identity summary of the state record. */
export const identitySummary = z.strictObject({
  /** The way to the identity, for whoever may follow it; null where the record has none. */
  identity: identityHandle.nullable(),
  id: shown,
  kycState: shown,
  createdAt: shown,
  ledgerLifetimeAmount: shown,
  ledgerLifetimeCurrency: shown,
  creditLedgerLifetimeAmount: shown,
  creditLedgerLifetimeCurrency: shown,
})
export type IdentitySummary = z.infer<typeof identitySummary>

/** Two facts that do not fit together, in words of our own: no value of the record is in them. */
export const contradiction = z.strictObject({
  id: z.string(),
  says: z.string(),
  /** What it means, and what usually explains it. */
  means: z.string(),
  todo: z.string(),
  /** When it goes away by itself. */
  closes: z.string(),
})
export type Contradiction = z.infer<typeof contradiction>

/** Members of a record that nobody has classified: counted for all, never shown. */
export const unclassified = z.strictObject({ names: z.array(z.string()), more: z.int().min(0) }).nullable()

export const transactionView = z.strictObject({
  transaction: transactionId,
  reading,
  /** Null where the record names no customer. */
  customer: z.strictObject({ customer: customerHandle, rid: shown }).nullable(),
  merchant: shown,
  merchantTransactionId: shown,
  reference: shown,
  mode: shown,
  state: stateValue,
  compound: compoundState.nullable(),
  inReview: z.boolean(),
  explanation,
  safeTexts: z.array(safeText),
  safeTextVersion: z.string(),
  expiresAt: serviceTime.nullable(),
  test: z.boolean().nullable(),
  responseCode: shown,
  responseCodeDescription: shown,
  steps: z.array(workflowStepView),
  providerResponses: z.array(providerResponse),
  identity: identitySummary,
  contradictions: z.array(contradiction),
  unclassified,
})
export type TransactionView = z.infer<typeof transactionView>
