import { randomBytes } from 'node:crypto'
import { openStore } from '../../database/database.ts'
import { generateReference } from '../../runtime/reference.ts'
import { createAuditLog } from '../audit-log.ts'
import type { AuditAction } from '../entry.ts'
import { readHeadFiles } from '../head-file.ts'
import { createHeadWriter } from '../head-writer.ts'
import { openAuditLogReader } from '../verification/audit-log-reader.ts'
import { verifyAuditLog } from '../verification/verify.ts'
import { type CutOptions, type CutPlan, executeCut, planCut } from './cut.ts'

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
  { keys }: Pick<CutOptions, 'keys'>,
): Promise<boolean> {
  const heads = await readHeadFiles(headFiles, keys)
  const source = await openAuditLogReader(where)
  try {
    return (await verifyAuditLog(source, heads)).findings.length === 0
  } finally {
    await source.close()
  }
}

function reportPlan({ newCheckpoints, unfinishedCheckpoints, entries }: CutPlan, say: CutMode['say']): void {
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
  wanted: Omit<CutOptions, 'instance'>,
  way: CutMode,
): Promise<'not whole' | 'nothing' | 'planned' | 'done'> {
  if (!(await isWhole(where, way, wanted))) return 'not whole'
  const instance = randomBytes(6).toString('hex')
  const asked = { ...wanted, instance }
  const store = await openStore(where)
  const heads = createHeadWriter({ file: asked.headFile, key: asked.key, instance, alarm: () => undefined })
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
      reference: generateReference(),
    })
  try {
    const plan = await planCut(store, asked)
    reportPlan(plan, way.say)
    if (plan.entries === 0) return 'nothing'
    if (way.isPlan) return 'planned'
    await state('audit.cut', 'allowed', plan.entries)
    const taken = await executeCut(store, plan, asked).catch(async (thrown: unknown) => {
      await state('audit.cut.ended', 'failed', 0)
      throw thrown
    })
    await state('audit.cut.ended', 'allowed', taken)
    way.say(`${taken.toLocaleString('en')} entries went.`)
    return 'done'
  } finally {
    await heads.stop()
    await store.close()
  }
}
