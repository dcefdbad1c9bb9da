import { z } from 'zod'
import { customerHandle, transactionId } from '../core/ids.ts'
import { shown } from '../core/masked-value.ts'
import { reading } from '../core/reading.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { knownAmount } from './indexed.ts'

/** Who the page is about. The RID is masked by form: e-mail addresses and IBANs never in clear. */
export const customerView = z.strictObject({
  customer: customerHandle,
  rid: shown,
  ridForm: z.enum(['plain', 'email', 'iban']),
  merchant: shown,
})
export type CustomerView = z.infer<typeof customerView>

/** One entry of endpoint 3. The service gives no date and no amount here: the amount is from our own index. */
export const customerTransaction = z.strictObject({
  transaction: transactionId,
  state: stateValue,
  compound: compoundState,
  workflow: shown,
  inReview: z.boolean(),
  /** Null where this office knows none, or where the role must not see whether there is one. */
  amount: knownAmount.nullable(),
})
export type CustomerTransaction = z.infer<typeof customerTransaction>

export const customerTransactions = z.strictObject({
  reading,
  /** In the service's order, which the interface does not explain. */
  entries: z.array(customerTransaction),
  /** Entries without a usable id, left out of `entries`. */
  unreadable: z.int().min(0),
  /** The first transaction that is not final, else the first of all: opened with the page. */
  opened: transactionId.nullable(),
})
export type CustomerTransactions = z.infer<typeof customerTransactions>
