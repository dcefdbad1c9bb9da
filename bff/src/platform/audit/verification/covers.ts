import { judgedCheckpoint } from '../checkpoint.ts'
import type { HeadFile } from '../head-file.ts'
import type { Checkpoint } from '../signed-head.ts'
import type { StoredCheckpoint } from './source.ts'
import type { Finding } from './walk.ts'

/** Of each chain that was cut, the checkpoint that goes furthest. */
export type Covers = ReadonlyMap<string, Checkpoint>

const isSame = (one: Checkpoint, other: Checkpoint) => one.signature === other.signature

/** What is wrong with the checkpoints in the database, and what the whole ones cover. */
export function judgeCheckpoints(
  rows: readonly StoredCheckpoint[],
  { checkpoints = [], keys = [] }: HeadFile,
) {
  const findings: Finding[] = []
  const whole: Checkpoint[] = []
  for (const { chain, n, text } of rows) {
    const judged = judgedCheckpoint(text, keys)
    const isElsewhere = typeof judged !== 'string' && (judged.chain !== chain || judged.n !== n)
    if (typeof judged !== 'string' && !isElsewhere) {
      whole.push(judged)
      continue
    }
    const wrong =
      typeof judged === 'string' ? judged : `was signed for chain ${judged.chain}, entry ${judged.n}`
    const words = `the checkpoint of entry ${n} ${wrong}`
    findings.push({ chain, n: null, what: 'checkpoint changed', words })
  }
  for (const one of checkpoints) {
    if (whole.some((other) => isSame(one, other))) continue
    const words = `the checkpoint of entry ${one.n} is in the head file and not in the database`
    findings.push({ chain: one.chain, n: null, what: 'no checkpoint', words })
    whole.push(one)
  }
  const covers = new Map<string, Checkpoint>()
  for (const one of whole) if ((covers.get(one.chain)?.n ?? 0) < one.n) covers.set(one.chain, one)
  return { covers, findings }
}

/** True where the head file holds this checkpoint, which was appended before the first entry went. */
export async function isInHeadFile(cover: Checkpoint, { checkpoints = [], checkpointsNow }: HeadFile) {
  if (checkpoints.some((one) => isSame(one, cover))) return true
  return (await checkpointsNow?.())?.some((one) => isSame(one, cover)) ?? false
}
