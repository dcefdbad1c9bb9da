import { z } from 'zod'
import { dataFreshnessSchema } from '../core/data-freshness.ts'
import { customerHandleSchema, transactionIdSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { compoundStateSchema, stateValueSchema } from '../core/state.ts'
import { recordedAmountSchema } from './transaction-list.ts'

/** Number of rows, exact up to 10,000; null if the role may not open their list. */
const openWorkCountSchema = z.int().min(0).nullable()

/** Open work about a customer, from our own records: each counts the rows of a list that is filtered by the customer. */
const customerOpenWorkSchema = z.strictObject({
  /** Discrepancies that nobody has explained. */
  discrepancies: openWorkCountSchema,
  /** Payment requests that have not ended. */
  paymentRequests: openWorkCountSchema,
  /** Questions without an answer, about the customer or one of its transactions. */
  questions: openWorkCountSchema,
})
export type CustomerOpenWork = z.infer<typeof customerOpenWorkSchema>

/**
 * Customer of the page. The RID is masked by its form: e-mail addresses and IBANs are never shown in clear.
 */
export const customerViewSchema = z.strictObject({
  customer: customerHandleSchema,
  rid: maskedValueSchema,
  ridForm: z.enum(['plain', 'email', 'iban']),
  merchant: maskedValueSchema,
  openWork: customerOpenWorkSchema,
})
export type CustomerView = z.infer<typeof customerViewSchema>

/** Entry of endpoint 3, which gives no date and no amount: the amount is from our records. */
export const customerTransactionSchema = z.strictObject({
  transaction: transactionIdSchema,
  state: stateValueSchema,
  compound: compoundStateSchema,
  workflow: maskedValueSchema,
  inReview: z.boolean(),
  /** Null if our records have no amount, or if the role must not see whether there is one. */
  amount: recordedAmountSchema.nullable(),
  /** Null if our records do not have the transaction yet. Times are our own, in ISO 8601 UTC. */
  recorded: z
    .strictObject({
      merchantTransactionId: maskedValueSchema,
      firstSeenAt: z.iso.datetime(),
      changedAt: z.iso.datetime(),
      expiresAt: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type CustomerTransaction = z.infer<typeof customerTransactionSchema>

export const customerTransactionListSchema = z.strictObject({
  reading: dataFreshnessSchema,
  /** Entries in the order of the payment service, which the interface does not explain. */
  entries: z.array(customerTransactionSchema),
  /** Number of entries without a usable id, left out of `entries`. */
  unreadable: z.int().min(0),
  /** Transaction opened with the page: the first one not final, otherwise the first of all. */
  opened: transactionIdSchema.nullable(),
})
export type CustomerTransactionList = z.infer<typeof customerTransactionListSchema>
