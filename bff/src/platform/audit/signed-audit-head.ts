import { z } from 'zod'

/** Facts of one line of the head file: the chain has reached entry `n`, whose hash is `hash`. */
export interface UnsignedAuditHead {
  readonly chain: string
  readonly n: number
  readonly hash: string
  /** Time of signing, in ms since 1970. */
  readonly time_ms: number
  readonly instance: string
  /** ID of the key: the first 16 hexadecimal digits of the SHA-256 of its public half. */
  readonly key: string
}

export interface SignedAuditHead extends UnsignedAuditHead {
  /** Ed25519 signature over the canonical text of all other fields, in base64. */
  readonly signature: string
}

export interface AuditPublicKey {
  readonly id: string
  /** SubjectPublicKeyInfo (DER) in base64. */
  readonly text: string
  verify(signed: SignedAuditHead | AuditCheckpoint): boolean
}

/**
 * Checkpoint that a retention cut leaves: the entries of a chain up to `n` were removed, and `hash` is the
 * hash of entry `n`. Times are ms since 1970.
 */
export const auditCheckpointSchema = z.strictObject({
  chain: z.string(),
  n: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Time of signing. */
  time_ms: z.int(),
  /** Time before which entries were to be removed. */
  before_ms: z.int(),
  /** Number of removed entries in total, and per month (UTC): `2026-01:512 2026-02:498`. */
  entries: z.int().min(1),
  months: z.string(),
  /** Time of the oldest entry that is kept. */
  kept_from_ms: z.int(),
  /** Account on the machine that ran the command. */
  by: z.string(),
  instance: z.string(),
  key: z.string(),
  signature: z.string(),
})

export type AuditCheckpoint = z.output<typeof auditCheckpointSchema>
