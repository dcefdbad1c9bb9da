import { Worker } from 'node:worker_threads'
import type { AuditLogVerification } from '@paydesk/shared/compliance/audit-log'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { AuditFinding } from '../../platform/audit/verification/chain-walker.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { formatAuditTime, sanitizeChainName } from './present.ts'
import type { VerificationEnd, VerificationInput, VerificationProgress } from './verify-messages.ts'

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

/** Removes names read from a file or table from the text of a finding; all other text is Paydesk's own. */
function sanitizeFinding({ message }: AuditFinding): string {
  return message
    .replace(/(the unknown key) .*$/, '$1')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 300)
}

function presentResult(
  { verified, seals }: VerificationEnd,
  startedAt: number,
  endedAt: number,
): FinishedVerification {
  const { entries, chains, findings } = verified
  return {
    state: 'done',
    startedAt: formatAuditTime(startedAt),
    endedAt: formatAuditTime(endedAt),
    took: endedAt - startedAt,
    whole: findings.length === 0,
    entries,
    chains: chains.map(({ chain, ...one }) => {
      const seal = seals.find((each) => each.chain === chain)
      return {
        chain: sanitizeChainName(chain),
        ...one,
        sealedAt: seal?.at ? formatAuditTime(seal.at) : null,
        head: seal?.hash?.slice(0, 12) ?? null,
      }
    }),
    findings: findings.map((one) => ({
      chain: one.chain === null ? null : sanitizeChainName(one.chain),
      n: one.n,
      words: sanitizeFinding(one),
    })),
  }
}

/**
 * Runs one verification of the whole audit log at a time, in a worker thread. Keeps the last result in
 * memory.
 */
export function createAuditVerifier(
  of: VerificationInput,
  { audit, log }: { audit: AuditLog & { signHeadsNow(): Promise<void> }; log: Logger },
): AuditVerifier {
  let state: AuditLogVerification = { state: 'never' }
  let worker: Worker | null = null
  let over: Promise<void> = Promise.resolve()

  function run(startedAt: number): Promise<VerificationEnd | null> {
    return new Promise((ended) => {
      const thread = new Worker(new URL('./verify-worker.ts', import.meta.url), {
        workerData: of,
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      })
      worker = thread
      thread.on('message', (message: VerificationProgress | VerificationEnd) => {
        if (message.what === 'ended') return ended(message)
        state = {
          state: 'running',
          startedAt: formatAuditTime(startedAt),
          done: message.done,
          of: message.of,
        }
      })
      thread.once('error', (err) => {
        log.error({ err }, 'the audit trail could not be verified')
        ended(null)
      })
      // Resolve for a terminated thread, which sends no message; after a message this call has no effect.
      thread.once('exit', () => ended(null))
    })
  }

  async function verify(by: Parameters<AuditVerifier['start']>[0]): Promise<void> {
    const startedAt = Date.now()
    state = { state: 'running', startedAt: formatAuditTime(startedAt), done: 0, of: 0 }
    await audit.signHeadsNow()
    const ended = await run(startedAt)
    worker = null
    const endedAt = Date.now()
    const result: AuditLogVerification =
      ended === null
        ? { state: 'broken', startedAt: formatAuditTime(startedAt), endedAt: formatAuditTime(endedAt) }
        : presentResult(ended, startedAt, endedAt)
    const whole = result.state === 'done' && result.whole
    const rows = ended === null ? 'stopped' : (`rows:${ended.verified.entries}` as const)
    try {
      await audit.append({
        ...by,
        action: 'audit.verification.ended',
        about: null,
        result: whole ? 'allowed' : 'failed',
        reason: ended === null || whole ? rows : `not_whole ${rows}`,
      })
      state = result
    } catch (err) {
      // Do not show a result that could not be recorded.
      log.error({ err }, 'end of a verification not recorded')
      state = { state: 'broken', startedAt: formatAuditTime(startedAt), endedAt: formatAuditTime(endedAt) }
    }
    if (result.state === 'done' && !result.whole)
      log.error({ findings: result.findings.length }, 'THE AUDIT TRAIL IS NOT WHOLE')
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
