import { z } from 'zod'
import type { AuditVerificationResult } from '../../platform/audit/verification/verify.ts'

/** Input of the verification thread. */
export const auditVerificationInputSchema = z.strictObject({
  dataDir: z.string(),
  databaseUrl: z.string().nullable(),
  headFile: z.string(),
  /** Public keys as printed by audit:key. */
  keys: z.array(z.string()),
})
export type AuditVerificationInput = z.infer<typeof auditVerificationInputSchema>

export interface AuditVerificationProgress {
  readonly what: 'progress'
  readonly done: number
  readonly of: number
}

export interface AuditVerificationEnd {
  readonly what: 'ended'
  readonly verified: AuditVerificationResult
  /** Newest matching head of each chain: time of signing (ms since 1970) and signed hash. */
  readonly seals: readonly {
    readonly chain: string
    readonly at: number | null
    readonly hash: string | null
  }[]
}
