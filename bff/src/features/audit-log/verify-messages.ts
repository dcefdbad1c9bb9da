import { z } from 'zod'
import type { VerificationResult } from '../../platform/audit/verification/verify.ts'

/** Input of the verification thread. */
export const verificationInputSchema = z.strictObject({
  dataDir: z.string(),
  databaseUrl: z.string().nullable(),
  headFile: z.string(),
  /** Public keys as printed by audit:key. */
  keys: z.array(z.string()),
})
export type VerificationInput = z.infer<typeof verificationInputSchema>

export interface VerificationProgress {
  readonly what: 'progress'
  readonly done: number
  readonly of: number
}

export interface VerificationEnd {
  readonly what: 'ended'
  readonly verified: VerificationResult
  /** Newest matching head of each chain: time of signing (ms since 1970) and signed hash. */
  readonly seals: readonly {
    readonly chain: string
    readonly at: number | null
    readonly hash: string | null
  }[]
}
