import type { AuditHeadFile } from '../audit-head-file.ts'
import { verifyAuditCheckpoint } from '../checkpoint.ts'
import type { AuditCheckpoint } from '../signed-audit-head.ts'
import {
  type AuditChainResult,
  type AuditFinding,
  createAuditChainVerifier,
  maxReorderDistance,
} from './audit-chain-verifier.ts'
import type { AuditLogReader, StoredAuditCheckpoint } from './audit-log-reader.ts'
import type { StoredAuditEntry } from './audit-snapshot.ts'

/** Checkpoint that reaches furthest, for each chain that was cut. */
type LatestCheckpoints = ReadonlyMap<string, AuditCheckpoint>

const hasSameSignature = (one: AuditCheckpoint, other: AuditCheckpoint) => one.signature === other.signature

/**
 * Verifies the checkpoints in the database. Returns the findings, and the entries that the valid checkpoints
 * cover.
 */
function verifyCheckpoints(
  rows: readonly StoredAuditCheckpoint[],
  { checkpoints = [], keys = [] }: AuditHeadFile,
) {
  const findings: AuditFinding[] = []
  const whole: AuditCheckpoint[] = []
  for (const { chain, n, text } of rows) {
    const judged = verifyAuditCheckpoint(text, keys)
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
  const covers = new Map<string, AuditCheckpoint>()
  for (const one of whole) if ((covers.get(one.chain)?.n ?? 0) < one.n) covers.set(one.chain, one)
  return { covers, findings }
}

/** True if the head file has this checkpoint; a cut appends the checkpoint before the first removal. */
async function isCheckpointInHeadFile(
  latest: AuditCheckpoint,
  { checkpoints = [], checkpointsNow }: AuditHeadFile,
) {
  if (checkpoints.some((one) => hasSameSignature(one, latest))) return true
  return (await checkpointsNow?.())?.some((one) => hasSameSignature(one, latest)) ?? false
}

export interface AuditVerificationResult {
  readonly entries: number
  readonly chains: readonly AuditChainResult[]
  /** Findings; the first bad entry of a chain precedes its other findings. */
  readonly findings: readonly AuditFinding[]
  /** Latest cut of each chain. */
  readonly cuts: LatestCheckpoints
}

/**
 * Verifies a whole chain. Holds back the last entries read, so that the entries ahead are known when one is
 * out of order.
 */
async function verifyChain(
  source: AuditLogReader,
  chain: string,
  by: Parameters<typeof createAuditChainVerifier>[2],
) {
  const walk = createAuditChainVerifier(chain, source.columns, by)
  let storedEntries: StoredAuditEntry[] = []
  const takeAll = (rows: readonly StoredAuditEntry[], until: number) => {
    for (let at = 0; at < until; at += 1) {
      const row = rows[at]
      if (row !== undefined) walk.take(row, () => rows.slice(at + 1, at + 1 + maxReorderDistance))
    }
  }
  for await (const rows of source.entries(chain)) {
    const all = storedEntries.length === 0 ? rows : [...storedEntries, ...rows]
    const until = Math.max(all.length - maxReorderDistance, 0)
    takeAll(all, until)
    storedEntries = all.slice(until)
  }
  takeAll(storedEntries, storedEntries.length)
  return walk.end()
}

function toHeadFindings({ bad }: AuditHeadFile): AuditFinding[] {
  return bad.map(({ chain, n, message }) => ({ chain, n, what: 'head changed', message }))
}

/**
 * Verifies every chain against itself and against the signed heads. The heads must be read before the source
 * is opened, so that no head is ahead of the committed entries. Memory does not grow with the entries, only
 * with the lines of the head files (at most one per second).
 */
export async function verifyAuditLog(
  source: AuditLogReader,
  heads: AuditHeadFile,
): Promise<AuditVerificationResult> {
  const names = new Set([...(await source.chains()), ...heads.heads.keys()])
  const { covers, findings: ofCheckpoints } = verifyCheckpoints(await source.checkpoints(), heads)
  const findings: AuditFinding[] = [...toHeadFindings(heads), ...ofCheckpoints]
  const chains: AuditChainResult[] = []
  for (const chain of [...names].sort()) {
    const cover = covers.get(chain) ?? null
    const one = await verifyChain(source, chain, { heads: heads.heads.get(chain) ?? [], cover })
    chains.push(one.result)
    findings.push(...one.findings)
    if (one.result.cutTo > 0 && cover !== null && !(await isCheckpointInHeadFile(cover, heads)))
      findings.push({
        chain,
        n: null,
        what: 'no checkpoint',
        message: `entries 1 to ${one.result.cutTo} are gone, and the checkpoint of that is not in the head file`,
      })
  }
  const inChains = chains.reduce((sum, { entries }) => sum + entries, 0)
  const entries = await source.count()
  if (entries !== inChains) {
    const [environmentAt, seqAt] = [
      source.columns.indexOf('environment') + 3,
      source.columns.indexOf('seq') + 3,
    ]
    for (const row of await source.unchainedEntries())
      findings.push({
        chain: row[environmentAt] === null ? 'global' : String(row[environmentAt]),
        n: null,
        what: 'outside',
        message: `the entry with seq ${row[seqAt]} stands in no chain: it was not written by Paydesk`,
      })
  }
  return { entries, chains, findings, cuts: covers }
}
