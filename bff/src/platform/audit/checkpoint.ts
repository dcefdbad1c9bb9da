import type { PublicKey } from './signed-head.ts'
import { type Checkpoint, checkpointSchema } from './signed-head.ts'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A checkpoint as it was signed by one of these keys, or what is wrong with it. */
export function verifyCheckpoint(text: string, keys: readonly PublicKey[]): Checkpoint | string {
  const read = checkpointSchema.safeParse(parseJson(text))
  if (!read.success) return 'is not a checkpoint'
  const key = keys.find(({ id }) => id === read.data.key)
  if (key === undefined) return `is signed by the unknown key ${read.data.key}`
  return key.verify(read.data) ? read.data : 'was changed: its signature does not hold'
}

/** Tells a line of the head file that is a checkpoint from one that is a head. */
export const isCheckpointLine = (text: string) => text.includes('"before_ms":')
