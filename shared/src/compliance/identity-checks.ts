import { z } from 'zod'
import { customerHandle } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'

/**
 * Result of a check. `ok` only for values that were compared and match; `unknown` if they could not be
 * compared.
 */
export const identityCheckResult = z.enum(['ok', 'look', 'unknown'])
export type IdentityCheckResult = z.infer<typeof identityCheckResult>

/** Comparison that a person who checks an identity would make. */
export const identityCheck = z.strictObject({
  id: z.enum(['members', 'rid', 'kyc', 'addresses', 'others']),
  name: z.string(),
  result: identityCheckResult,
  says: z.string(),
  means: z.string(),
  todo: z.string(),
})
export type IdentityCheck = z.infer<typeof identityCheck>

/** Period in which a `kyc_state` was seen. The state changed at some time between two reads. */
export const kycStatePeriod = z.strictObject({
  /** Value from the payment service; null if it gave none or something that is not a code. */
  raw: z.string().nullable(),
  source: z.enum(['identity', 'state']),
  /** Time at which the previous value was last seen; null for the first period. */
  notBefore: z.iso.datetime().nullable(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
})
export type KycStatePeriod = z.infer<typeof kycStatePeriod>

export const identityCheckReport = z.strictObject({
  checks: z.array(identityCheck),
  /** Number of other customers of the user's merchants with the same identity, as far as our records go. */
  others: maskedValue,
  /** Other customers that the role may open. */
  otherCustomers: z.array(z.strictObject({ customer: customerHandle, rid: maskedValue })),
  /** Newest first. */
  kyc: z.array(kycStatePeriod),
})
export type IdentityCheckReport = z.infer<typeof identityCheckReport>
