import { z } from 'zod'
import { transactionId } from '../core/ids.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { sentNotification } from './notification.ts'

/** A received notification's number in this office: the order of arrival. */
export const notificationNumber = z.int().min(1)
/** The same as it stands in an address: written in one way only. */
export const notificationNumberParam = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(notificationNumber)

/** How its origin was proved: by the current or the old token, by bearer, or not at all where the service has no proof. */
export const originProof = z.enum(['checksum', 'checksum_old', 'bearer', 'none'])
export type OriginProof = z.infer<typeof originProof>

/**
 * `new`: stored, not looked at. `waiting`: its transaction is to be re-read. `confirmed`: re-read after
 * it arrived. `kept`: nothing to re-read (incoming transfer, no transaction named). `isolated`: could
 * not be worked on; `why` says why.
 */
export const receivedNotificationStatus = z.enum(['new', 'waiting', 'confirmed', 'kept', 'isolated'])
export type ReceivedNotificationStatus = z.infer<typeof receivedNotificationStatus>

/** One notification that our endpoint received and accepted. Times are ISO 8601 UTC. */
export const receivedNotification = z.strictObject({
  number: notificationNumber,
  receivedAt: z.iso.datetime(),
  /** Further deliveries of the same bytes, and the last of them. */
  repeats: z.int().min(0),
  lastAt: z.iso.datetime(),
  proof: originProof,
  status: receivedNotificationStatus,
  why: z.string().nullable(),
  kind: z.enum(['transaction', 'incoming_transfer', 'unreadable']).nullable(),
  transaction: transactionId.nullable(),
  event: sentNotification.shape.event.nullable(),
  state: stateValue.nullable(),
  compound: compoundState.nullable(),
  /** Its `secret` beside the one the state record gave; null where either is missing. */
  secretMatches: z.boolean().nullable(),
  /** It carries an older state than one already known when it arrived. */
  late: z.boolean(),
  /** What the re-read gave: the same state, a change that it announced, or another state than it says. */
  effect: z.enum(['agrees', 'changed', 'differs', 'not_found']).nullable(),
  confirmedAt: z.iso.datetime().nullable(),
  /** Milliseconds from arrival to the read that confirmed it. */
  confirmedAfterMs: z.int().min(0).nullable(),
  /** Whether the service lists it (endpoint 4); null where it was not asked. */
  listed: z.boolean().nullable(),
})
export type ReceivedNotification = z.infer<typeof receivedNotification>

/** What our endpoint received for one transaction, oldest first. */
export const transactionReceivedNotifications = z.strictObject({
  entries: z.array(receivedNotification),
  /** True where older ones than the 200 shown exist. */
  more: z.boolean(),
})
export type TransactionReceivedNotifications = z.infer<typeof transactionReceivedNotifications>

export const notificationFilter = z.strictObject({
  status: receivedNotificationStatus.optional(),
  effect: z.enum(['agrees', 'changed', 'differs', 'not_found']).optional(),
  kind: z.enum(['transaction', 'incoming_transfer', 'unreadable']).optional(),
  event: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/)
    .optional(),
  repeated: z.literal('1').optional(),
  late: z.literal('1').optional(),
})
export type NotificationFilter = z.infer<typeof notificationFilter>
export const notificationQuery = z.strictObject({
  ...notificationFilter.shape,
  /** Only numbers below it: the last number of the page before. */
  before: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .optional(),
})

/** That somebody had a notification worked on again: who (as the identity provider names them), when and why. */
export const reprocessingNote = z.strictObject({
  number: notificationNumber,
  at: z.iso.datetime(),
  by: z.string(),
  /** As it was typed; null where no key opens it any more. */
  reason: z.string().nullable(),
  ticket: z.string().nullable(),
})
export type ReprocessingNote = z.infer<typeof reprocessingNote>

/** A page of the ledger, newest first. */
export const receivedNotificationList = z.strictObject({
  entries: z.array(receivedNotification),
  /** Of these entries, newest first. */
  again: z.array(reprocessingNote),
  next: z.string().nullable(),
  /** Exact up to 10,000; above it `more` is true. */
  count: z.int().min(0),
  more: z.boolean(),
})
export type ReceivedNotificationList = z.infer<typeof receivedNotificationList>

/** Gaps first: what the service says it sent and we did not receive, what we refused, how many a day. */
export const notificationFigures = z.strictObject({
  gaps: z.array(
    z.strictObject({
      transaction: transactionId,
      sent: z.int().min(0),
      received: z.int().min(0),
      askedAt: z.iso.datetime(),
      state: stateValue,
    }),
  ),
  moreGaps: z.boolean(),
  /** Refused ones: counted, never stored. */
  refused: z.array(
    z.strictObject({
      day: z.iso.date(),
      reason: z.enum(['no_proof', 'wrong_proof', 'too_large', 'encoded', 'empty', 'not_ready']),
      times: z.int().min(1),
      lastAt: z.iso.datetime(),
    }),
  ),
  days: z.array(z.strictObject({ day: z.iso.date(), received: z.int().min(0), repeated: z.int().min(0) })),
  waiting: z.int().min(0),
  isolated: z.int().min(0),
  proof: z.enum(['checksum', 'bearer', 'none']),
})
export type NotificationFigures = z.infer<typeof notificationFigures>

/** Re-processing asks for a reason of at least 15 characters; a ticket number is optional. */
export const reprocessNotificationRequest = z.strictObject({
  reason: z.string().trim().min(15).max(500),
  ticket: z
    .string()
    .regex(/^[A-Za-z0-9#_-]{1,40}$/)
    .optional(),
})
export const reprocessNotificationResponse = z.strictObject({
  before: receivedNotification,
  after: receivedNotification,
})
