import { z } from 'zod'
import { dataFreshnessSchema } from '../core/data-freshness.ts'
import { dayRangeShape } from '../core/endpoint.ts'
import { transactionIdSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { compoundStateSchema, stateValueSchema } from '../core/state.ts'

/**
 * Element of endpoint 4: a notification that the payment service says it sent. It has no time and no id of
 * its own.
 */
export const sentNotificationSchema = z.strictObject({
  /**
   * Position from 1 in the order of the payment service, which is not guaranteed to be the order of events.
   */
  position: z.int().min(1),
  kind: z.enum(['transaction', 'incoming_transfer', 'unreadable']),
  event: z.strictObject({
    raw: z.string(),
    documented: z.boolean(),
    /** `after_end` events (refund, chargeback, dispute, fraud) do not change the state. */
    meaning: z.enum(['final', 'progress', 'review', 'after_end', 'unknown']),
  }),
  state: stateValueSchema.nullable(),
  compound: compoundStateSchema.nullable(),
  /**
   * True if the notification was also received, judged by the number received with the same event and state.
   * Null if that cannot be determined.
   */
  received: z.boolean().nullable(),
  amount: maskedValueSchema,
  currency: maskedValueSchema,
  responseCode: maskedValueSchema,
  responseCodeDescription: maskedValueSchema,
  cardBrand: maskedValueSchema,
  maskedPan: maskedValueSchema,
  outstandingTasks: maskedValueSchema,
  senderName: maskedValueSchema,
  senderIban: maskedValueSchema,
  senderBankCountry: maskedValueSchema,
  beneficiaryIban: maskedValueSchema,
  transactionDetail: maskedValueSchema,
})
export type SentNotification = z.infer<typeof sentNotificationSchema>

export const transactionSentNotificationsSchema = z.strictObject({
  reading: dataFreshnessSchema,
  entries: z.array(sentNotificationSchema),
  /** False if the body had none of the three accepted shapes; `entries` is then empty. */
  shapeKnown: z.boolean(),
  /** Last amount named by a notification of this transaction. The state record has no amount. */
  amount: maskedValueSchema,
  currency: maskedValueSchema,
})
export type TransactionSentNotifications = z.infer<typeof transactionSentNotificationsSchema>

/** Number of a received notification, in the order of arrival. */
export const notificationNumberSchema = z.int().min(1)
/** Notification number in a URL: only the canonical form is accepted. */
export const notificationNumberParamSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(notificationNumberSchema)

/**
 * Proof of origin: current token, old token, bearer, or `none` if the payment service has no proof
 * configured.
 */
export const notificationOriginProofSchema = z.enum(['checksum', 'checksum_old', 'bearer', 'none'])
export type NotificationOriginProof = z.infer<typeof notificationOriginProofSchema>

/**
 * Status of a received notification. `new`: stored, not processed. `waiting`: its transaction is to be read
 * again. `confirmed`: read after the notification arrived. `kept`: nothing to read (incoming transfer, or no
 * transaction named). `isolated`: could not be processed; `isolationReason` says why.
 */
export const receivedNotificationStatusSchema = z.enum(['new', 'waiting', 'confirmed', 'stored', 'isolated'])
export type ReceivedNotificationStatus = z.infer<typeof receivedNotificationStatusSchema>

/** Notification that our endpoint received and accepted. Times are ISO 8601 UTC. */
export const receivedNotificationSchema = z.strictObject({
  number: notificationNumberSchema,
  receivedAt: z.iso.datetime(),
  /** Number of further deliveries of the same bytes; `lastAt` is the time of the last delivery. */
  repeats: z.int().min(0),
  lastAt: z.iso.datetime(),
  proof: notificationOriginProofSchema,
  status: receivedNotificationStatusSchema,
  isolationReason: z.string().nullable(),
  kind: z.enum(['transaction', 'incoming_transfer', 'unreadable']).nullable(),
  transaction: transactionIdSchema.nullable(),
  event: sentNotificationSchema.shape.event.nullable(),
  state: stateValueSchema.nullable(),
  compound: compoundStateSchema.nullable(),
  /** Compares the `secret` of the notification and of the state record; null if either is missing. */
  secretMatches: z.boolean().nullable(),
  /** True if the notification carries an older state than one already known when it arrived. */
  late: z.boolean(),
  /**
   * Result of the confirming read: the same state, a change announced by the notification, or another state.
   */
  effect: z.enum(['agrees', 'changed', 'differs', 'not_found']).nullable(),
  confirmedAt: z.iso.datetime().nullable(),
  /** Milliseconds from arrival to the confirming read. */
  confirmedAfterMs: z.int().min(0).nullable(),
  /** True if the payment service lists the notification (endpoint 4); null if it was not asked. */
  listed: z.boolean().nullable(),
})
export type ReceivedNotification = z.infer<typeof receivedNotificationSchema>

/** Notifications received for one transaction, oldest first. */
export const transactionReceivedNotificationsSchema = z.strictObject({
  entries: z.array(receivedNotificationSchema),
  /** True if there are older notifications than the 200 listed. */
  more: z.boolean(),
})
export type TransactionReceivedNotifications = z.infer<typeof transactionReceivedNotificationsSchema>

/** Page of the notifications received for all transactions of a customer, newest first. */
export const customerNotificationListSchema = z.strictObject({
  entries: z.array(receivedNotificationSchema),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
})
export type CustomerNotificationList = z.infer<typeof customerNotificationListSchema>

export const notificationFilterSchema = z.strictObject({
  status: receivedNotificationStatusSchema.optional(),
  effect: z.enum(['agrees', 'changed', 'differs', 'not_found']).optional(),
  kind: z.enum(['transaction', 'incoming_transfer', 'unreadable']).optional(),
  event: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/)
    .optional(),
  repeated: z.literal('1').optional(),
  late: z.literal('1').optional(),
  /** Days of arrival. */
  ...dayRangeShape,
})
export type NotificationFilter = z.infer<typeof notificationFilterSchema>
export const notificationQuerySchema = z.strictObject({
  ...notificationFilterSchema.shape,
  /** Cursor: only numbers below this one, the last number of the previous page. */
  before: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .optional(),
})

/** Record of a reprocessing: user (by the identity provider's name), time and reason. */
export const notificationReprocessingSchema = z.strictObject({
  number: notificationNumberSchema,
  at: z.iso.datetime(),
  by: z.string(),
  /** Reason as typed; null if it can no longer be decrypted. */
  reason: z.string().nullable(),
  ticket: z.string().nullable(),
})
export type NotificationReprocessing = z.infer<typeof notificationReprocessingSchema>

/** Page of the notification queue, newest first. */
export const receivedNotificationListSchema = z.strictObject({
  entries: z.array(receivedNotificationSchema),
  /** Reprocessings of these entries, newest first. */
  reprocessings: z.array(notificationReprocessingSchema),
  next: z.string().nullable(),
  /** Exact up to 10,000; above that, `more` is true. */
  count: z.int().min(0),
  more: z.boolean(),
})
export type ReceivedNotificationList = z.infer<typeof receivedNotificationListSchema>

/**
 * Figures of the notification queue: missing notifications (sent according to the payment service but not
 * received), refused notifications and numbers per day.
 */
export const notificationFiguresSchema = z.strictObject({
  missing: z.array(
    z.strictObject({
      transaction: transactionIdSchema,
      sent: z.int().min(0),
      received: z.int().min(0),
      askedAt: z.iso.datetime(),
      state: stateValueSchema,
    }),
  ),
  moreMissing: z.boolean(),
  /** Refused notifications: counted, never stored. */
  rejected: z.array(
    z.strictObject({
      day: z.iso.date(),
      reason: z.enum(['no_proof', 'wrong_proof', 'too_large', 'encoded', 'empty', 'not_ready']),
      times: z.int().min(1),
      lastAt: z.iso.datetime(),
    }),
  ),
  days: z.array(z.strictObject({ day: z.iso.date(), received: z.int().min(0), repeated: z.int().min(0) })),
  waiting: z.int().min(0),
  isolatedCount: z.int().min(0),
  proof: z.enum(['checksum', 'bearer', 'none']),
})
export type NotificationFigures = z.infer<typeof notificationFiguresSchema>

/**
 * Request to reprocess a notification. The reason has at least 15 characters; a ticket number is optional.
 */
export const reprocessNotificationRequestSchema = z.strictObject({
  reason: z.string().trim().min(15).max(500),
  ticket: z
    .string()
    .regex(/^[A-Za-z0-9#_-]{1,40}$/)
    .optional(),
})
export const reprocessNotificationResponseSchema = z.strictObject({
  before: receivedNotificationSchema,
  after: receivedNotificationSchema,
})
