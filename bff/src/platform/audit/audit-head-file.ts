import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { isRetentionCheckpointLine, verifyAuditCheckpoint } from './checkpoint.ts'
import type { AuditCheckpoint, AuditPublicKey, SignedAuditHead } from './signed-audit-head.ts'

const headLineSchema = z.strictObject({
  chain: z.string(),
  n: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  time_ms: z.int(),
  instance: z.string(),
  key: z.string(),
  signature: z.string(),
})

/** Line of a head file that is not a valid head. */
export interface InvalidAuditHead {
  readonly chain: string | null
  readonly n: number | null
  readonly message: string
}

export interface AuditHeadFile {
  /** Signed heads by chain, in the order of their lines. */
  readonly heads: ReadonlyMap<string, readonly SignedAuditHead[]>
  readonly bad: readonly InvalidAuditHead[]
  /** Checkpoints that retention cuts wrote between the heads. */
  readonly checkpoints?: readonly AuditCheckpoint[]
  /** Reads the checkpoints once more: a cut may have happened since. */
  readonly checkpointsNow?: () => Promise<readonly AuditCheckpoint[]>
  /** Keys that verified the file. */
  readonly keys?: readonly AuditPublicKey[]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function verifyHead(text: string, keys: readonly AuditPublicKey[]): SignedAuditHead | string {
  const read = headLineSchema.safeParse(parseJson(text))
  if (!read.success) return 'is not a head'
  const key = keys.find(({ id }) => id === read.data.key)
  if (key === undefined) return `is signed by the unknown key ${read.data.key}`
  return key.verify(read.data) ? read.data : 'was changed: its signature does not hold'
}

/**
 * Yields the lines of a head file; none if the file does not exist. Skips lines that a full disk cut off: an
 * attacker who wants to hide a head could remove the whole line anyway.
 */
export async function* readAuditHeadLines(file: string): AsyncIterable<{ at: number; text: string }> {
  const input = createReadStream(file, 'utf8')
  const isGone = await new Promise<boolean>((tell) => {
    input.once('error', () => tell(true)).once('open', () => tell(false))
  })
  if (isGone) return
  let at = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    at += 1
    if (text !== '' && (!text.startsWith('{"chain"') || text.endsWith('}'))) yield { at, text }
  }
}

/** Reads head files and verifies every line. */
export async function readAuditHeadFiles(
  files: readonly string[],
  keys: readonly AuditPublicKey[],
): Promise<AuditHeadFile> {
  const heads = new Map<string, SignedAuditHead[]>()
  const bad: InvalidAuditHead[] = []
  const checkpoints: AuditCheckpoint[] = []
  for (const file of files)
    for await (const { at, text } of readAuditHeadLines(file)) {
      const wrong = (text: string) =>
        bad.push({ chain: null, n: null, message: `line ${at} of the head file ${text}` })
      if (isRetentionCheckpointLine(text)) {
        const made = verifyAuditCheckpoint(text, keys)
        if (typeof made === 'string') wrong(made)
        else checkpoints.push(made)
        continue
      }
      const head = verifyHead(text, keys)
      if (typeof head === 'string') {
        wrong(head)
        continue
      }
      const signedHeads = heads.get(head.chain) ?? []
      signedHeads.push(head)
      heads.set(head.chain, signedHeads)
    }
  const checkpointsNow = async () => (await readAuditHeadFiles(files, keys)).checkpoints ?? []
  return { heads, bad, checkpoints, checkpointsNow, keys }
}
