import { join } from 'node:path'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backing, BackingName } from '../support/stack/backing.ts'
import { growBodies } from './bodies.ts'
import { newLabBacking, startLab } from './harness.ts'
import { formatFigures, killRounds } from './kill-rounds.ts'

const backings: readonly BackingName[] = ['embedded', 'postgres']
const short = { embedded: { rounds: 2, lockedEvery: 2 }, postgres: { rounds: 1, lockedEvery: 1 } }
const sizeOf = (name: BackingName) =>
  pickByRunLength(
    { ...short[name], least: 0, longest: 40 },
    { rounds: 200, lockedEvery: 10, least: 30_000, longest: 300 },
  )

describe.concurrent.each(backings)('kill -9 at random moments under load (%s)', (name) => {
  let backing: Backing
  let lab: Awaited<ReturnType<typeof startLab>>
  beforeAll(async () => {
    backing = await newLabBacking(name)
    lab = await startLab(backing)
  })
  afterAll(async () => {
    await lab.sandbox.stop()
    backing.remove()
  })

  it('keeps each acknowledged notification once, and the database intact', { timeout: 900_000 }, async () => {
    const size = sizeOf(name)
    const bodies = await growBodies(lab.sandbox, pickByRunLength(200, 2_000))
    const product = { env: lab.env }
    const run = { name: `kill-${name}`, backing, product, bodies: bodies.some(), seed: 1, ...size }
    const result = await killRounds(run)
    console.log(formatFigures(`kill -9 (${name})`, result))
    const { acknowledged, ...wrong } = result.verdict
    expect(wrong).toEqual({ lost: [], duplicated: [], unexpected: [], miscounted: [] })
    expect(result.damage).toEqual([])
    expect(acknowledged).toBeGreaterThanOrEqual(Math.max(result.rounds, size.least))
  })
})

describe.runIf(isFullRun).each(backings)('planted bug "answer before commit" (%s)', (name) => {
  it('loses acknowledged notifications, and the same run detects it', { timeout: 120_000 }, async () => {
    const backing = await newLabBacking(name)
    const lab = await startLab(backing)
    const bodies = (await growBodies(lab.sandbox, 200)).some()
    const product = { env: lab.env, preload: [join(import.meta.dirname, 'plants/answer-early.ts')] }
    const run = {
      name: `kill-planted-${name}`,
      backing,
      product,
      bodies,
      rounds: 8,
      ...{ least: 0, lockedEvery: 9, longest: 100, seed: 2 },
    }
    const planted = await killRounds(run)
    console.log(formatFigures(`answer before commit (${name})`, planted))
    expect(planted.verdict.lost.length).toBeGreaterThan(0)
    await lab.sandbox.stop()
    backing.remove()
  })
})
