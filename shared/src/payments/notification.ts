import { z } from 'zod'
import { dataFreshness } from '../core/data-freshness.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'

/** One element of endpoint 4: what the service says it sent. It carries no time and no id of its own. */
export const sentNotification = z.strictObject({
  /** 1 for the first in the service's order, which is not promised to be the order of events. */
  position: z.int().min(1),
  kind: z.enum(['transaction', 'incoming_transfer', 'unreadable']),
  event: z.strictObject({
    raw: z.string(),
    known: z.boolean(),
    word: z.string(),
    /** `after_end` events (refund, chargeback, dispute, fraud) change no state. */
    means: z.enum(['final', 'progress', 'review', 'after_end', 'unknown']),
  }),
  state: stateValue.nullable(),
  compound: compoundState.nullable(),
  /** Whether it arrived here as well: as many of the same event and state. Null where that cannot be told. */
  received: z.boolean().nullable(),
  amount: maskedValue,
  currency: maskedValue,
  responseCode: maskedValue,
  responseCodeDescription: maskedValue,
  cardBrand: maskedValue,
  maskedPan: maskedValue,
  outstandingTasks: maskedValue,
  senderName: maskedValue,
  senderIban: maskedValue,
  senderBankCountry: maskedValue,
  beneficiaryIban: maskedValue,
  transactionDetail: maskedValue,
})
export type SentNotification = z.infer<typeof sentNotification>

export const transactionSentNotifications = z.strictObject({
  reading: dataFreshness,
  entries: z.array(sentNotification),
  /** False where the body was none of the three shapes that are accepted: then `entries` is empty. */
  shapeKnown: z.boolean(),
  /** The last amount that a notification of this transaction names: the state record has none. */
  amount: maskedValue,
  currency: maskedValue,
})
export type TransactionSentNotifications = z.infer<typeof transactionSentNotifications>
