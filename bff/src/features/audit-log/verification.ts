import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type AuditLogVerification,
  auditFindingKindSchema,
} from '@paydesk/shared/compliance/audit-verification'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { AuditFinding } from '../../platform/audit/verification/audit-chain-verifier.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { formatAuditTime, sanitizeChainName } from './present.ts'
import type {
  AuditVerificationEnd,
  AuditVerificationInput,
  AuditVerificationProgress,
} from './verify-messages.ts'

export interface AuditVerifier {
  /**
   * Starts a verification or joins the running one. The entry about its end is written in the name of `by`.
   */
  start(by: Omit<AuditEntry, 'action' | 'about' | 'result' | 'reason'>): void
  state(): AuditLogVerification
  /** Resolves when the running verification ends, or after `ms` milliseconds. */
  waitForEnd(ms: number): Promise<void>
  stop(): Promise<void>
}

type FinishedVerification = Extract<AuditLogVerification, { state: 'done' }>

/** Presents a finding as its code and numbers; the message may repeat names read from a file or table. */
const presentFinding = ({ chain, what, n, to }: AuditFinding): FinishedVerification['findings'][number] => ({
  chain: chain === null ? null : sanitizeChainName(chain),
  kind: auditFindingKindSchema.parse(what.replaceAll(' ', '_')),
  from: n,
  to: to ?? null,
})

function presentResult(
  { verified, seals }: AuditVerificationEnd,
  startedAt: number,
  endedAt: number,
): FinishedVerification {
  const { entries, chains, findings } = verified
  return {
    state: 'done',
    startedAt: formatAuditTime(startedAt),
    endedAt: formatAuditTime(endedAt),
    durationMs: endedAt - startedAt,
    isIntact: findings.length === 0,
    entries,
    chains: chains.map(({ chain, sealedTo, ...one }) => {
      const seal = seals.find((each) => each.chain === chain)
      return {
        chain: sanitizeChainName(chain),
        ...one,
        signedTo: sealedTo,
        signedAt: seal?.at ? formatAuditTime(seal.at) : null,
        head: seal?.hash?.slice(0, 12) ?? null,
      }
    }),
    findings: findings.map(presentFinding),
  }
}

/**
 * Runs one verification of the whole audit log at a time, in a worker thread. Keeps the last result in
 * memory.
 */
export function createAuditVerifier(
  of: AuditVerificationInput,
  { audit, log }: { audit: AuditLog & { signHeadsNow(): Promise<void> }; log: Logger },
): AuditVerifier {
  let state: AuditLogVerification = { state: 'never' }
  let worker: Worker | null = null
  let over: Promise<void> = Promise.resolve()

  function run(startedAt: number): Promise<AuditVerificationEnd | null> {
    return new Promise((ended) => {
      const thread = new Worker(new URL(`./verify-worker${extname(import.meta.url)}`, import.meta.url), {
        workerData: of,
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      })
      worker = thread
      thread.on('message', (message: AuditVerificationProgress | AuditVerificationEnd) => {
        if (message.what === 'ended') return ended(message)
        state = {
          state: 'running',
          startedAt: formatAuditTime(startedAt),
          done: message.done,
          total: message.of,
        }
      })
      thread.once('error', (err) => {
        log.error({ err }, 'the audit log could not be verified')
        ended(null)
      })
      // Resolve for a terminated thread, which sends no message; after a message this call has no effect.
      thread.once('exit', () => ended(null))
    })
  }

  async function verify(by: Parameters<AuditVerifier['start']>[0]): Promise<void> {
    const startedAt = Date.now()
    state = { state: 'running', startedAt: formatAuditTime(startedAt), done: 0, total: 0 }
    await audit.signHeadsNow()
    const ended = await run(startedAt)
    worker = null
    const endedAt = Date.now()
    const result: AuditLogVerification =
      ended === null
        ? { state: 'broken', startedAt: formatAuditTime(startedAt), endedAt: formatAuditTime(endedAt) }
        : presentResult(ended, startedAt, endedAt)
    const isIntact = result.state === 'done' && result.isIntact
    const rows = ended === null ? 'stopped' : (`rows:${ended.verified.entries}` as const)
    try {
      await audit.append({
        ...by,
        action: 'audit.verification.ended',
        about: null,
        result: isIntact ? 'allowed' : 'failed',
        reason: ended === null || isIntact ? rows : `not_whole ${rows}`,
      })
      state = result
    } catch (err) {
      // Do not show a result that could not be recorded.
      log.error({ err }, 'audit entry of a verification not written')
      state = { state: 'broken', startedAt: formatAuditTime(startedAt), endedAt: formatAuditTime(endedAt) }
    }
    if (result.state === 'done' && !result.isIntact)
      log.error({ findings: result.findings.length }, 'THE AUDIT LOG IS NOT INTACT')
  }

  return {
    start(by) {
      if (state.state === 'running') return
      over = verify(by)
    },
    state: () => state,
    waitForEnd: (ms) => Promise.race([over, new Promise<void>((late) => void setTimeout(late, ms).unref())]),
    async stop() {
      await worker?.terminate()
      await over
    },
  }
}
