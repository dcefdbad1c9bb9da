import { z } from 'zod'

/**
 * Request that Paydesk sends to the payment service after a confirmed decision (service-facts, Operator
 * actions).
 */
const actionKindSchema = z.enum(['accept_task', 'reject_task', 'cancel'])

/**
 * Status of the request. `planned`: to be sent. `sending`: leaving or on its way. `answered`: the payment
 * service accepted the request. `refused`: the payment service said no. `unknown`: the request may have left
 * and no answer came; it is never sent again. `not_sent`: nothing was sent and nothing will be.
 */
const actionStatusSchema = z.enum(['planned', 'sending', 'answered', 'refused', 'unknown', 'not_sent'])

/** Reason why no request was sent. `unknown`: it was stored by another version of Paydesk. */
export const operatorActionNotSentReasonSchema = z.enum([
  'no_task',
  'several_tasks',
  'odd_task',
  'no_card',
  'withdrawn',
  'over',
  'ended',
  'not_in_review',
  'task_changed',
  'sent_before',
  'not_reached',
  'too_late',
  'switched_off',
  'unknown',
])
export type OperatorActionNotSentReason = z.infer<typeof operatorActionNotSentReasonSchema>

/**
 * Request to the payment service for one decision. An answer does not mean that the payment service followed.
 */
export const operatorActionSchema = z.strictObject({
  kind: actionKindSchema,
  status: actionStatusSchema,
  /** Time the request left; null if none did. */
  at: z.iso.datetime().nullable(),
  /** Time of the answer, or the time at which waiting for it ended. */
  answeredAt: z.iso.datetime().nullable(),
  httpStatus: z.int().min(100).max(599).nullable(),
  /** Code in the error body of the payment service, if there is one. */
  code: z.string().max(40).nullable(),
  /** Reason why nothing was sent; null otherwise. */
  reason: operatorActionNotSentReasonSchema.nullable(),
})
export type OperatorAction = z.infer<typeof operatorActionSchema>

/**
 * Tells whether Paydesk sends a request to the payment service after an approval. `reason`: why it cannot,
 * although operator actions are on.
 */
export const operatorActionAvailabilitySchema = z.strictObject({
  isOn: z.boolean(),
  reason: operatorActionNotSentReasonSchema.nullable(),
})
export type OperatorActionAvailability = z.infer<typeof operatorActionAvailabilitySchema>
