import { verifyCheckpoint } from '../checkpoint.ts'
import type { HeadFile } from '../head-file.ts'
import type { Checkpoint } from '../signed-head.ts'
import type { StoredCheckpoint } from './audit-log-reader.ts'
import type { AuditFinding } from './chain-walker.ts'

/** Checkpoint that reaches furthest, for each chain that was cut. */
export type LatestCheckpoints = ReadonlyMap<string, Checkpoint>

const hasSameSignature = (one: Checkpoint, other: Checkpoint) => one.signature === other.signature

/**
 * Verifies the checkpoints in the database. Returns the findings, and the entries that the valid checkpoints
 * cover.
 */
export function verifyCheckpoints(
  rows: readonly StoredCheckpoint[],
  { checkpoints = [], keys = [] }: HeadFile,
) {
  const findings: AuditFinding[] = []
  const whole: Checkpoint[] = []
  for (const { chain, n, text } of rows) {
    const judged = verifyCheckpoint(text, keys)
    const isElsewhere = typeof judged !== 'string' && (judged.chain !== chain || judged.n !== n)
    if (typeof judged !== 'string' && !isElsewhere) {
      whole.push(judged)
      continue
    }
    const wrong =
      typeof judged === 'string' ? judged : `was signed for chain ${judged.chain}, entry ${judged.n}`
    const words = `the checkpoint of entry ${n} ${wrong}`
    findings.push({ chain, n: null, what: 'checkpoint changed', message: words })
  }
  for (const one of checkpoints) {
    if (whole.some((other) => hasSameSignature(one, other))) continue
    const words = `the checkpoint of entry ${one.n} is in the head file and not in the database`
    findings.push({ chain: one.chain, n: null, what: 'no checkpoint', message: words })
    whole.push(one)
  }
  const covers = new Map<string, Checkpoint>()
  for (const one of whole) if ((covers.get(one.chain)?.n ?? 0) < one.n) covers.set(one.chain, one)
  return { covers, findings }
}

/** True if the head file has this checkpoint; a cut appends the checkpoint before the first removal. */
export async function isCheckpointInHeadFile(
  latest: Checkpoint,
  { checkpoints = [], checkpointsNow }: HeadFile,
) {
  if (checkpoints.some((one) => hasSameSignature(one, latest))) return true
  return (await checkpointsNow?.())?.some((one) => hasSameSignature(one, latest)) ?? false
}
