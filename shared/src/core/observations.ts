import { z } from 'zod'
import { transactionIdSchema } from './ids.ts'
import { compoundStateSchema, stateValueSchema } from './state.ts'

/** Source of an observation. Amounts come from notifications and creates only. */
export const observationSourceSchema = z.enum(['read', 'list', 'notification', 'create', 'import'])
export type ObservationSource = z.infer<typeof observationSourceSchema>

/**
 * Certainty of a final state. `confirmed`: a notification and a later state read agree. `confirmed_by_second_read`: two reads
 * apart in time agree, and no notification arrived. `unconfirmed`: final by one read only. `open`: not final.
 */
export const finalitySchema = z.enum(['open', 'unconfirmed', 'confirmed_by_second_read', 'confirmed'])
export type Finality = z.infer<typeof finalitySchema>

/** Evidence for a final state, or the part still missing. Times are ISO 8601 UTC. */
export const finalityProofSchema = z.strictObject({
  finality: finalitySchema,
  /** Final state from the last read; null if the transaction was never read. */
  state: stateValueSchema.nullable(),
  notification: z
    .strictObject({
      receivedAt: z.iso.datetime(),
      proof: z.enum(['checksum', 'checksum_old', 'bearer', 'none']),
      state: stateValueSchema.nullable(),
    })
    .nullable(),
  /** Read that agreed, started after the notification had arrived. */
  read: z.strictObject({ at: z.iso.datetime(), state: stateValueSchema }).nullable(),
  /** Evidence still missing; null if none is. `isSingleRead`: only one read says so until now. */
  missing: z
    .strictObject({
      evidence: z.enum([
        'read',
        'notification',
        'notification_of_state',
        'read_after_notification',
        'origin_proof',
        'matching_read',
      ]),
      isSingleRead: z.boolean(),
    })
    .nullable(),
  /** Events after the final state (refund, chargeback, dispute, fraud). They do not change the finality. */
  after: z.array(z.strictObject({ event: z.string(), receivedAt: z.iso.datetime() })),
})
export type FinalityProof = z.infer<typeof finalityProofSchema>

/**
 * Observation. It happened after `from` (the last time the opposite was known; null if nothing was known
 * before) and not later than `to`: always an interval, unless the exact time is known.
 */
export const observationSchema = z.strictObject({
  seq: z.int().min(1),
  kind: z.enum(['first_seen', 'state', 'amount', 'expiry', 'finality', 'gone', 'back', 'gap', 'event']),
  source: observationSourceSchema,
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime(),
  /** Set for `first_seen` and `state`. */
  state: stateValueSchema.nullable(),
  compound: compoundStateSchema.nullable(),
  before: stateValueSchema.nullable(),
  /** Set for `finality`; null if this version does not know the stored one. */
  finality: finalitySchema.nullable(),
  /** Set for `event`; the raw event. */
  event: z.string().nullable(),
  /** Set for `gap`: number of missing notifications. */
  count: z.int().min(0).nullable(),
})
export type Observation = z.infer<typeof observationSchema>

/**
 * History of a transaction in our records: observations, oldest first, and the evidence for its final state.
 */
export const transactionHistorySchema = z.strictObject({
  /** Null if the transaction is not in our records. */
  version: z.int().min(1).nullable(),
  firstSeenAt: z.iso.datetime().nullable(),
  lastReadAt: z.iso.datetime().nullable(),
  nextReadAt: z.iso.datetime().nullable(),
  observations: z.array(observationSchema),
  /** True if there are older observations than the 200 listed. */
  more: z.boolean(),
  proof: finalityProofSchema,
})
export type TransactionHistory = z.infer<typeof transactionHistorySchema>

/** Observation with the transaction that it is about, for a list over several transactions. */
export const customerObservationSchema = z.strictObject({
  transaction: transactionIdSchema,
  ...observationSchema.shape,
})

/** Page of the observations of all transactions of a customer, newest first. */
export const customerObservationListSchema = z.strictObject({
  observations: z.array(customerObservationSchema),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
})
export type CustomerObservationList = z.infer<typeof customerObservationListSchema>
