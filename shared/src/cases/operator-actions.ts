import { z } from 'zod'

/** What Paydesk asks of the service after a confirmed decision (service-facts, Operator actions). */
const actionKind = z.enum(['accept_task', 'reject_task', 'cancel'])

/**
 * `planned`: to be sent. `sending`: the request is leaving or on its way. `answered`: the service took it.
 * `refused`: the service said no. `unknown`: it may have left and no answer came; it is never sent again.
 * `not_sent`: nothing left and nothing will.
 */
const actionStatus = z.enum(['planned', 'sending', 'answered', 'refused', 'unknown', 'not_sent'])

/** One request to the service for one decision. That it was answered does not say that the service followed. */
export const operatorAction = z.strictObject({
  kind: actionKind,
  status: actionStatus,
  /** When the request left; null where none did. */
  at: z.iso.datetime().nullable(),
  /** When its answer came, or when nobody waited for one any longer. */
  answeredAt: z.iso.datetime().nullable(),
  httpStatus: z.int().min(100).max(599).nullable(),
  /** The code of the service's error body, where it is one. */
  code: z.string().max(40).nullable(),
  /** Why nothing was sent, in words. */
  whyNot: z.string().nullable(),
})
export type OperatorAction = z.infer<typeof operatorAction>

/** Whether Paydesk asks the service itself, and in words what happens after a confirmation. */
export const operatorActionAvailability = z.strictObject({ on: z.boolean(), says: z.string() })
export type OperatorActionAvailability = z.infer<typeof operatorActionAvailability>
