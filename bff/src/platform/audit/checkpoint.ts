import type { AuditPublicKey } from './signed-audit-head.ts'
import { type AuditCheckpoint, auditCheckpointSchema } from './signed-audit-head.ts'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Verifies a checkpoint against these keys. Returns the checkpoint, or a text that says what is wrong. */
export function verifyAuditCheckpoint(
  text: string,
  keys: readonly AuditPublicKey[],
): AuditCheckpoint | string {
  const read = auditCheckpointSchema.safeParse(parseJson(text))
  if (!read.success) return 'is not a checkpoint'
  const key = keys.find(({ id }) => id === read.data.key)
  if (key === undefined) return `is signed by the unknown key ${read.data.key}`
  return key.verify(read.data) ? read.data : 'was changed: its signature does not hold'
}

/** Distinguishes checkpoints from heads in the head file. */
export const isRetentionCheckpointLine = (text: string) => text.includes('"before_ms":')
