import { z } from 'zod'
import { shown } from '../core/masked-value.ts'
import { reading } from '../core/reading.ts'
import { compoundState, stateValue } from '../core/state.ts'

/** One element of endpoint 4: what the service says it sent. It carries no time and no id of its own. */
export const notificationView = z.strictObject({
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
  amount: shown,
  currency: shown,
  responseCode: shown,
  responseCodeDescription: shown,
  cardBrand: shown,
  maskedPan: shown,
  outstandingTasks: shown,
  senderName: shown,
  senderIban: shown,
  senderBankCountry: shown,
  beneficiaryIban: shown,
  transactionDetail: shown,
})
export type NotificationView = z.infer<typeof notificationView>

export const transactionNotifications = z.strictObject({
  reading,
  entries: z.array(notificationView),
  /** False where the body was none of the three shapes that are accepted: then `entries` is empty. */
  shapeKnown: z.boolean(),
  /** The last amount that a notification of this transaction names: the state record has none. */
  amount: shown,
  currency: shown,
})
export type TransactionNotifications = z.infer<typeof transactionNotifications>
