import { z } from 'zod'
import { dataFreshness } from '../core/data-freshness.ts'
import { customerHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { recordedAmount } from './transaction-list.ts'

/**
 * Customer of the page. The RID is masked by its form: e-mail addresses and IBANs are never shown in clear.
 */
export const customerView = z.strictObject({
  customer: customerHandle,
  rid: maskedValue,
  ridForm: z.enum(['plain', 'email', 'iban']),
  merchant: maskedValue,
})
export type CustomerView = z.infer<typeof customerView>

/** Entry of endpoint 3, which gives no date and no amount: the amount is from our records. */
export const customerTransaction = z.strictObject({
  transaction: transactionId,
  state: stateValue,
  compound: compoundState,
  workflow: maskedValue,
  inReview: z.boolean(),
  /** Null if our records have no amount, or if the role must not see whether there is one. */
  amount: recordedAmount.nullable(),
  /** Null if our records do not have the transaction yet. Times are our own, in ISO 8601 UTC. */
  recorded: z
    .strictObject({
      merchantTransactionId: maskedValue,
      firstSeenAt: z.iso.datetime(),
      changedAt: z.iso.datetime(),
      expiresAt: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type CustomerTransaction = z.infer<typeof customerTransaction>

export const customerTransactionList = z.strictObject({
  reading: dataFreshness,
  /** Entries in the order of the payment service, which the interface does not explain. */
  entries: z.array(customerTransaction),
  /** Number of entries without a usable id, left out of `entries`. */
  unreadable: z.int().min(0),
  /** Transaction opened with the page: the first one not final, otherwise the first of all. */
  opened: transactionId.nullable(),
})
export type CustomerTransactionList = z.infer<typeof customerTransactionList>
