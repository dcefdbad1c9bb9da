import { z } from 'zod'
import { callerClaimKinds } from './caller-claim.ts'

/** What a caller says of a customer. It is compared and never kept: not in a log, not in the trail, not as a hash. */
export const verifyCallerRequest = z.strictObject({
  kind: z.enum(callerClaimKinds),
  said: z.string().min(1).max(120),
})
export type VerifyCallerRequest = z.infer<typeof verifyCallerRequest>

/**
 * `match`: it is what the service's records hold. `other`: it is not. `empty`: they hold nothing of this
 * kind. Words of one length, so that the answers differ in nothing else.
 */
export const callerVerificationResult = z.enum(['match', 'other', 'empty'])
export type CallerVerificationResult = z.infer<typeof callerVerificationResult>

export const verifyCallerResponse = z.strictObject({ answer: callerVerificationResult })
