import { z } from 'zod'
import type { VerificationResult } from '../../platform/audit/verification/verify.ts'

/** What the thread that verifies is given. */
export const verificationInputSchema = z.strictObject({
  dataDir: z.string(),
  databaseUrl: z.string().nullable(),
  headFile: z.string(),
  /** Public keys as audit:key prints them. */
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
  /** Of each chain the newest head that agrees: when it was signed (ms since 1970), and the hash that it names. */
  readonly seals: readonly {
    readonly chain: string
    readonly at: number | null
    readonly hash: string | null
  }[]
}
