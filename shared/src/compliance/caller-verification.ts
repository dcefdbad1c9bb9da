import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandleSchema, environmentNameSchema } from '../core/ids.ts'

export const callerClaimKinds = ['iban', 'dob', 'email', 'postal_code'] as const
export type CallerClaimKind = (typeof callerClaimKinds)[number]

/**
 * Claim of a caller about a customer. Compared and never stored: not in a log, the audit log or as a hash.
 */
export const verifyCallerRequestSchema = z.strictObject({
  kind: z.enum(callerClaimKinds),
  claim: z.string().min(1).max(120),
})
export type VerifyCallerRequest = z.infer<typeof verifyCallerRequestSchema>

/**
 * Result of a caller verification. `match`: the records of the payment service hold this value. `other`: they
 * hold a different value. `empty`: they hold none of this kind. All results have the same length, so that an
 * observer cannot tell answers apart by their size.
 */
export const callerVerificationResultSchema = z.enum(['match', 'other', 'empty'])
export type CallerVerificationResult = z.infer<typeof callerVerificationResultSchema>

export const verifyCallerResponseSchema = z.strictObject({ answer: callerVerificationResultSchema })

/** Endpoint for caller verification. The user does not see the value that is compared. */
export const callerVerificationEndpoints = {
  verifyCaller: defineEndpoint({
    method: 'POST',
    path: '/api/:env/customers/:customer/caller-verifications',
    params: z.strictObject({ env: environmentNameSchema, customer: customerHandleSchema }),
    query: z.strictObject({}),
    body: verifyCallerRequestSchema,
    response: verifyCallerResponseSchema,
  }),
} as const
