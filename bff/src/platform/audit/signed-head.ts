import { z } from 'zod'

/** Facts of one line of the head file: the chain reached entry `n`, and `hash` is that of this entry. */
export interface UnsignedHead {
  readonly chain: string
  readonly n: number
  readonly hash: string
  /** When it was signed, in ms since 1970. */
  readonly time_ms: number
  readonly instance: string
  /** Id of the key: the first 16 hexadecimal digits of the SHA-256 of its public half. */
  readonly key: string
}

export interface SignedHead extends UnsignedHead {
  /** Ed25519 over the canonical text of all other members, in base64. */
  readonly signature: string
}

export interface PublicKey {
  readonly id: string
  /** SubjectPublicKeyInfo (DER) in base64. */
  readonly text: string
  verify(signed: SignedHead | Checkpoint): boolean
}

/**
 * What a cut by retention leaves: the entries of a chain up to `n` were taken away, and `hash` is that of
 * entry `n`. Times in ms since 1970.
 */
export const checkpointSchema = z.strictObject({
  chain: z.string(),
  n: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** When it was signed. */
  time_ms: z.int(),
  /** Entries from before this time were to go. */
  before_ms: z.int(),
  /** How many go, and how many of each month (UTC): `2026-01:512 2026-02:498`. */
  entries: z.int().min(1),
  months: z.string(),
  /** Time of the oldest entry that is kept. */
  kept_from_ms: z.int(),
  /** Account of the machine that ran the command. */
  by: z.string(),
  instance: z.string(),
  key: z.string(),
  signature: z.string(),
})

export type Checkpoint = z.output<typeof checkpointSchema>
