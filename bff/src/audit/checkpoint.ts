import { z } from 'zod'
import type { PublicKey } from './signing.ts'

/**
 * What a cut by retention leaves: the entries of a chain up to `n` were taken away, and `hash` is that of
 * entry `n`. Times in ms since 1970.
 */
export const checkpoint = z.strictObject({
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

export type Checkpoint = z.output<typeof checkpoint>

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A checkpoint as it was signed by one of these keys, or what is wrong with it. */
export function judgedCheckpoint(text: string, keys: readonly PublicKey[]): Checkpoint | string {
  const read = checkpoint.safeParse(parsed(text))
  if (!read.success) return 'is not a checkpoint'
  const key = keys.find(({ id }) => id === read.data.key)
  if (key === undefined) return `is signed by the unknown key ${read.data.key}`
  return key.checks(read.data) ? read.data : 'was changed: its signature does not hold'
}

/** Tells a line of the head file that is a checkpoint from one that is a head. */
export const isCheckpointLine = (text: string) => text.includes('"before_ms":')
