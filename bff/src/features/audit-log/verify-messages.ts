import { z } from 'zod'
import type { Verified } from '../../platform/audit/verification/verify.ts'

/** What the thread that verifies is given. */
export const verifyOf = z.strictObject({
  dataDir: z.string(),
  databaseUrl: z.string().nullable(),
  headFile: z.string(),
  /** Public keys as audit:key prints them. */
  keys: z.array(z.string()),
})
export type VerifyOf = z.infer<typeof verifyOf>

export interface Progress {
  readonly what: 'progress'
  readonly done: number
  readonly of: number
}

export interface Ended {
  readonly what: 'ended'
  readonly verified: Verified
  /** Of each chain the newest head that agrees: when it was signed (ms since 1970), and the hash that it names. */
  readonly seals: readonly {
    readonly chain: string
    readonly at: number | null
    readonly hash: string | null
  }[]
}
