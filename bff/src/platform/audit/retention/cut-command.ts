import { randomBytes } from 'node:crypto'
import { openStore } from '../../database/database.ts'
import { generateSupportReference } from '../../runtime/reference.ts'
import { readAuditHeadFiles } from '../audit-head-file.ts'
import { createAuditHeadWriter } from '../audit-head-writer.ts'
import { createAuditLog } from '../audit-log.ts'
import type { AuditAction } from '../entry.ts'
import { openAuditLogReader } from '../verification/audit-log-reader.ts'
import { verifyAuditLog } from '../verification/verify.ts'
import { type AuditCutOptions, type AuditCutPlan, executeAuditCut, planAuditCut } from './cut.ts'

type DatabaseLocation = Parameters<typeof openAuditLogReader>[0]

interface CutMode {
  readonly headFiles: readonly string[]
  /** True to only report what would be removed. */
  readonly isPlan: boolean
  say(text: string): void
}

/**
 * True if the audit log verifies. A log with findings is not cut, because the cut might remove their
 * evidence.
 */
async function isWhole(
  where: DatabaseLocation,
  { headFiles }: CutMode,
  { keys }: Pick<AuditCutOptions, 'keys'>,
): Promise<boolean> {
  const heads = await readAuditHeadFiles(headFiles, keys)
  const source = await openAuditLogReader(where)
  try {
    return (await verifyAuditLog(source, heads)).findings.length === 0
  } finally {
    await source.close()
  }
}

function reportPlan(
  { newCheckpoints, unfinishedCheckpoints, entries }: AuditCutPlan,
  say: CutMode['say'],
): void {
  for (const { chain, n, months } of unfinishedCheckpoints)
    say(`${chain}: an earlier cut to entry ${n} goes on (${months})`)
  for (const { chain, n, months, kept_from_ms } of newCheckpoints)
    say(`${chain}: to entry ${n} (${months}); kept from ${new Date(kept_from_ms).toISOString()}`)
  say(`${entries.toLocaleString('en')} entries go.`)
}

/**
 * Cuts the audit log, with an entry in the global chain before the first removal and one at the end. Rejects
 * with the error of the database or the head file; the log stays whole, and the next cut continues the work.
 */
export async function cutAuditLog(
  where: DatabaseLocation,
  wanted: Omit<AuditCutOptions, 'instance'>,
  cutMode: CutMode,
): Promise<'not whole' | 'nothing' | 'planned' | 'done'> {
  if (!(await isWhole(where, cutMode, wanted))) return 'not whole'
  const instance = randomBytes(6).toString('hex')
  const asked = { ...wanted, instance }
  const store = await openStore(where)
  const heads = createAuditHeadWriter({
    file: asked.headFile,
    key: asked.key,
    instance,
    alarm: () => undefined,
  })
  const log = createAuditLog(store, instance, Date.now, heads.recordEnds)
  const state = (action: AuditAction & `audit.${string}`, result: 'allowed' | 'failed', rows: number) =>
    log.append({
      action,
      about: null,
      result,
      reason: `rows:${rows}`,
      actor: null,
      environment: null,
      sourceAddress: null,
      reference: generateSupportReference(),
    })
  try {
    const plan = await planAuditCut(store, asked)
    reportPlan(plan, cutMode.say)
    if (plan.entries === 0) return 'nothing'
    if (cutMode.isPlan) return 'planned'
    await state('audit.cut', 'allowed', plan.entries)
    const taken = await executeAuditCut(store, plan, asked).catch(async (thrown: unknown) => {
      await state('audit.cut.ended', 'failed', 0)
      throw thrown
    })
    await state('audit.cut.ended', 'allowed', taken)
    cutMode.say(`${taken.toLocaleString('en')} entries went.`)
    return 'done'
  } finally {
    await heads.stop()
    await store.close()
  }
}
