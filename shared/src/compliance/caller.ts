import { z } from 'zod'
import { saidKinds } from './caller-claim.ts'

/** What a caller says of a customer. It is compared and never kept: not in a log, not in the trail, not as a hash. */
export const callerCheckRequest = z.strictObject({
  kind: z.enum(saidKinds),
  said: z.string().min(1).max(120),
})
export type CallerCheckRequest = z.infer<typeof callerCheckRequest>

/**
 * `match`: it is what the service's records hold. `other`: it is not. `empty`: they hold nothing of this
 * kind. Words of one length, so that the answers differ in nothing else.
 */
export const callerAnswer = z.enum(['match', 'other', 'empty'])
export type CallerAnswer = z.infer<typeof callerAnswer>

export const callerCheckAnswer = z.strictObject({ answer: callerAnswer })
