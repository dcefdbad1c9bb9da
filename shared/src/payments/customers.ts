import { z } from 'zod'
import { dataFreshness } from '../core/data-freshness.ts'
import { customerHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { recordedAmount } from './transaction-list.ts'

/** Who the page is about. The RID is masked by form: e-mail addresses and IBANs never in clear. */
export const customerView = z.strictObject({
  customer: customerHandle,
  rid: maskedValue,
  ridForm: z.enum(['plain', 'email', 'iban']),
  merchant: maskedValue,
})
export type CustomerView = z.infer<typeof customerView>

/** One entry of endpoint 3. The service gives no date and no amount here: the amount is from our own index. */
export const customerTransaction = z.strictObject({
  transaction: transactionId,
  state: stateValue,
  compound: compoundState,
  workflow: maskedValue,
  inReview: z.boolean(),
  /** Null where this office knows none, or where the role must not see whether there is one. */
  amount: recordedAmount.nullable(),
})
export type CustomerTransaction = z.infer<typeof customerTransaction>

export const customerTransactionList = z.strictObject({
  reading: dataFreshness,
  /** In the service's order, which the interface does not explain. */
  entries: z.array(customerTransaction),
  /** Entries without a usable id, left out of `entries`. */
  unreadable: z.int().min(0),
  /** The first transaction that is not final, else the first of all: opened with the page. */
  opened: transactionId.nullable(),
})
export type CustomerTransactionList = z.infer<typeof customerTransactionList>
