import { z } from 'zod'
import { customerHandle } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'

/** `ok` is said only of what was compared and fits; what could not be compared is `unknown`. */
export const identityCheckResult = z.enum(['ok', 'look', 'unknown'])
export type IdentityCheckResult = z.infer<typeof identityCheckResult>

/** One thing that somebody who checks an identity would compare. */
export const identityCheck = z.strictObject({
  id: z.enum(['members', 'rid', 'kyc', 'addresses', 'others']),
  name: z.string(),
  result: identityCheckResult,
  says: z.string(),
  means: z.string(),
  todo: z.string(),
})
export type IdentityCheck = z.infer<typeof identityCheck>

/** A `kyc_state` and the looks at which it was seen: it changed at some time between two of them. */
export const kycStatePeriod = z.strictObject({
  /** As the service gave it; null where it gave none, or something that is no code. */
  raw: z.string().nullable(),
  source: z.enum(['identity', 'state']),
  /** When it was last seen to be another one; null for the first. */
  notBefore: z.iso.datetime().nullable(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
})
export type KycStatePeriod = z.infer<typeof kycStatePeriod>

export const identityCheckReport = z.strictObject({
  checks: z.array(identityCheck),
  /** How many other customers of this person's merchants name the same identity, as far as this office has seen. */
  others: maskedValue,
  /** Those of them that the role may open. */
  otherCustomers: z.array(z.strictObject({ customer: customerHandle, rid: maskedValue })),
  /** The newest first. */
  kyc: z.array(kycStatePeriod),
})
export type IdentityCheckReport = z.infer<typeof identityCheckReport>
