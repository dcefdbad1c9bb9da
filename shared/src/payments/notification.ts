import { z } from 'zod'
import { dataFreshness } from '../core/data-freshness.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'

/**
 * Element of endpoint 4: a notification that the payment service says it sent. It has no time and no id of
 * its own.
 */
export const sentNotification = z.strictObject({
  /**
   * Position from 1 in the order of the payment service, which is not guaranteed to be the order of events.
   */
  position: z.int().min(1),
  kind: z.enum(['transaction', 'incoming_transfer', 'unreadable']),
  event: z.strictObject({
    raw: z.string(),
    known: z.boolean(),
    word: z.string(),
    /** `after_end` events (refund, chargeback, dispute, fraud) do not change the state. */
    means: z.enum(['final', 'progress', 'review', 'after_end', 'unknown']),
  }),
  state: stateValue.nullable(),
  compound: compoundState.nullable(),
  /**
   * True if the notification was also received, judged by the number received with the same event and state.
   * Null if that cannot be determined.
   */
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
  /** False if the body had none of the three accepted shapes; `entries` is then empty. */
  shapeKnown: z.boolean(),
  /** Last amount named by a notification of this transaction. The state record has no amount. */
  amount: maskedValue,
  currency: maskedValue,
})
export type TransactionSentNotifications = z.infer<typeof transactionSentNotifications>
