import { randomBytes } from 'node:crypto'
import { openStore } from '../../database/database.ts'
import { newReference } from '../../runtime/reference.ts'
import type { Action } from '../entry.ts'
import { readHeads } from '../head-file.ts'
import { makeHeads } from '../heads.ts'
import { makeAuditLog } from '../log.ts'
import { openTrailSource } from '../verification/source.ts'
import { verifyTrail } from '../verification/verify.ts'
import { type CutAsked, carryOut, type Plan, planCut } from './cut.ts'

type Where = Parameters<typeof openTrailSource>[0]

interface Way {
  readonly headFiles: readonly string[]
  /** Only says what would go. */
  readonly isPlan: boolean
  say(text: string): void
}

/** A trail that is not whole is not cut: what is wrong with it would go with what is cut. */
async function isWhole(where: Where, { headFiles }: Way, { keys }: Pick<CutAsked, 'keys'>): Promise<boolean> {
  const heads = await readHeads(headFiles, keys)
  const source = await openTrailSource(where)
  try {
    return (await verifyTrail(source, heads)).findings.length === 0
  } finally {
    await source.close()
  }
}

function tell({ fresh, left, entries }: Plan, say: Way['say']): void {
  for (const { chain, n, months } of left) say(`${chain}: an earlier cut to entry ${n} goes on (${months})`)
  for (const { chain, n, months, kept_from_ms } of fresh)
    say(`${chain}: to entry ${n} (${months}); kept from ${new Date(kept_from_ms).toISOString()}`)
  say(`${entries.toLocaleString('en')} entries go.`)
}

/**
 * Cuts the trail, with an entry in the chain of the office before anything goes and one at the end. Rejects
 * with what the database or the head file says; what was begun is whole and goes on at the next cut.
 */
export async function cutTrail(
  where: Where,
  wanted: Omit<CutAsked, 'instance'>,
  way: Way,
): Promise<'not whole' | 'nothing' | 'planned' | 'done'> {
  if (!(await isWhole(where, way, wanted))) return 'not whole'
  const instance = randomBytes(6).toString('hex')
  const asked = { ...wanted, instance }
  const store = await openStore(where)
  const heads = makeHeads({ file: asked.headFile, key: asked.key, instance, alarm: () => undefined })
  const log = makeAuditLog(store, instance, Date.now, heads.hear)
  const state = (action: Action & `trail.${string}`, result: 'allowed' | 'failed', rows: number) =>
    log.append({
      action,
      about: null,
      result,
      reason: `rows:${rows}`,
      doer: null,
      environment: null,
      sourceAddress: null,
      reference: newReference(),
    })
  try {
    const plan = await planCut(store, asked)
    tell(plan, way.say)
    if (plan.entries === 0) return 'nothing'
    if (way.isPlan) return 'planned'
    await state('trail.cut', 'allowed', plan.entries)
    const taken = await carryOut(store, plan, asked).catch(async (thrown: unknown) => {
      await state('trail.cut.ended', 'failed', 0)
      throw thrown
    })
    await state('trail.cut.ended', 'allowed', taken)
    way.say(`${taken.toLocaleString('en')} entries went.`)
    return 'done'
  } finally {
    await heads.stop()
    await store.close()
  }
}
