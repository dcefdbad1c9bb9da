import { z } from 'zod'
import { compoundState, stateValue } from './state.ts'

/** How this office came to know something. Amounts come from notifications and creates only. */
export const observationSource = z.enum(['read', 'list', 'notification', 'create', 'import'])
export type ObservationSource = z.infer<typeof observationSource>

/**
 * How sure a final state is. `proved`: a notification and a state read after it agree. `two_reads`:
 * two reads apart in time agree and no notification came. `unproved`: final by one read only. `open`:
 * not final.
 */
export const finality = z.enum(['open', 'unproved', 'two_reads', 'proved'])
export type Finality = z.infer<typeof finality>

/** What is shown beside a final state: the seal, or the part that is missing. Times are ISO 8601 UTC. */
export const finalityProof = z.strictObject({
  finality,
  /** The state that is final, as the last read gave it; null where nobody has read it here. */
  state: stateValue.nullable(),
  notification: z
    .strictObject({
      receivedAt: z.iso.datetime(),
      proof: z.enum(['checksum', 'checksum_old', 'bearer', 'none']),
      state: stateValue.nullable(),
    })
    .nullable(),
  /** The read that agreed, begun after the notification had arrived. */
  read: z.strictObject({ at: z.iso.datetime(), state: stateValue }).nullable(),
  /** The part that is missing for a proof, in words; null where nothing is. */
  missing: z.string().nullable(),
  /** Events after the end (refund, chargeback, dispute, fraud): beside the seal, they do not break it. */
  after: z.array(z.strictObject({ event: z.string(), word: z.string(), receivedAt: z.iso.datetime() })),
})
export type FinalityProof = z.infer<typeof finalityProof>

/**
 * One thing that this office observed. It happened after `from` (when the opposite was last known; null
 * where nobody had looked before) and not later than `to`. Never a point where only an interval is known.
 */
export const observation = z.strictObject({
  seq: z.int().min(1),
  what: z.enum(['first_seen', 'state', 'amount', 'expiry', 'finality', 'gone', 'back', 'gap', 'event']),
  source: observationSource,
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime(),
  /** Present for `first_seen` and `state`. */
  state: stateValue.nullable(),
  compound: compoundState.nullable(),
  before: stateValue.nullable(),
  /** What was observed in words, without any value of the customer. */
  words: z.string(),
})
export type Observation = z.infer<typeof observation>

/** What this office knows of one transaction beyond its record: observations, oldest first, and the proof. */
export const transactionHistory = z.strictObject({
  /** Null where this office has not noted the transaction yet. */
  version: z.int().min(1).nullable(),
  firstSeenAt: z.iso.datetime().nullable(),
  lastReadAt: z.iso.datetime().nullable(),
  nextReadAt: z.iso.datetime().nullable(),
  observations: z.array(observation),
  /** True where older observations than the 200 shown exist. */
  more: z.boolean(),
  proof: finalityProof,
})
export type TransactionHistory = z.infer<typeof transactionHistory>
